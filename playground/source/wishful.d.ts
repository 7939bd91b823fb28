/** The types of `wishful.js`. */
export class Refused extends Error {
  code: string;
  findings?: object[];
}
export class Trapped extends Error {}
export interface Wishful {
  readonly module: WebAssembly.Module;
  /**
   * Answers a request `{ op: … }` of protocol.md; with a promise if another module has the
   * operation. Throws `Refused` or `Trapped`.
   */
  ask(request: object): any;
  restart(): void;
}
type Source = WebAssembly.Module | BufferSource | Response;
export function load(source: Source | Promise<Source>, other?: (name: string) => Source | Promise<Source>): Promise<Wishful>;
