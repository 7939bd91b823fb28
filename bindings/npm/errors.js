// The error of all operations.

/** The only error that the package throws. `code` is listed in index.d.ts. */
export class WishfulError extends Error {
  constructor(code, message, { findings = [], cause } = {}) {
    super(message, cause && { cause });
    this.name = 'WishfulError';
    this.code = code;
    this.findings = findings;
  }
}

/** Creates the error of a call with a wrong argument. */
export const wrong = (message) => new WishfulError('argument', message);

/**
 * Returns a message with an excerpt of a text for each error in it, and carets below the place.
 * `files` are the texts by name.
 */
export function withCarets(message, findings, files) {
  const lines = [message];
  for (const { severity, message: said, file, at, place, label, help } of findings) {
    const text = files[file];
    if (severity !== 'error' || !at || text === undefined) continue;
    const from = text.lastIndexOf('\n', at[0] - 1) + 1;
    const end = text.indexOf('\n', at[0]);
    const line = text.slice(from, end < 0 ? text.length : end);
    const column = at[0] - from;
    const length = Math.max(1, Math.min(at[1], from + line.length) - at[0]);
    if (said !== message) lines.push(said);
    lines.push(`  ${file}:${place}`, `  | ${line}`, `  | ${line.slice(0, column).replace(/[^\t]/g, ' ')}${'^'.repeat(length)} ${label}`);
    for (const words of help) lines.push(`  help: ${words}`);
  }
  return lines.join('\n');
}
