/** The types of `wishful.js`. */
export class Refused extends Error {
  code: string;
  findings?: object[];
}
export class Trapped extends Error {}
export interface Wishful {
  readonly module: WebAssembly.Module;
  /** Answers `{ op: … }` as protocol.md has it, by a promise if it is for the tools; or throws `Refused` or `Trapped`. */
  ask(request: object): any;
  restart(): void;
}
type Source = WebAssembly.Module | BufferSource | Response;
export function load(source: Source | Promise<Source>, tools?: () => Source | Promise<Source>): Promise<Wishful>;
