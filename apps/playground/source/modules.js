// The operations that the first module does not have, and the modules that have them.

const CHECK = ["conformance", "edit", "intent"];
const TOOLS = ["distinguish", "query", "microformats", "data", "parselet", "generate", "lex", "output", "sets"];

/** The name of the module that has an operation; none for those of the first module. */
export const MODULE_OF = new Map([
  ...TOOLS.map(op => /** @type {const} */ ([op, "tools"])), ...CHECK.map(op => /** @type {const} */ ([op, "check"])),
]);
