/** The types of `wishful.js`. */
export class Refused extends Error {
  code: string;
  findings?: object[];
}
export class Trapped extends Error {}
export interface Wishful {
  readonly module: WebAssembly.Module;
  /** Answers `{ op: … }` as protocol.md has it, or throws `Refused` or `Trapped`. */
  ask(request: object): any;
  restart(): void;
}
export function load(source: WebAssembly.Module | BufferSource | Response | Promise<Response>): Promise<Wishful>;
