/** The words that the build puts in: the nonce of the page, and the files of the site. */
declare const NONCE: string;
/** The second module, by a name that says its version. */
declare const TOOLS: string;
/** All files but that. */
declare const FILES: string[];
declare const VERSION: string;
