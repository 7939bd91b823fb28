/** The types of `loader.js`. */
export class Refused extends Error {
  code: string;
  findings?: object[];
}
export class Trapped extends Error {}
export class Wishful {
  constructor(module: WebAssembly.Module);
  readonly module: WebAssembly.Module;
  /**
   * Answers a request `{ op: … }` of protocol.md; with a promise if another module has the
   * operation. Throws `Refused` or `Trapped`.
   */
  ask(request: object): any;
  /** Answers with bytes, which are valid until the next request. */
  bytes(request: object, content?: Uint8Array): Uint8Array;
  readonly memory: number;
  restart(): void;
}
type Source = WebAssembly.Module | BufferSource | Response;
export function load(source: Source | Promise<Source>, other?: (name: string) => Source | Promise<Source>, elsewhere?: ReadonlyMap<string, string>): Promise<Wishful>;
