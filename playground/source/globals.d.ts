/** Constants that the build inserts. This one is the nonce of the content security policy. */
declare const NONCE: string;
/** The file name of the second module, with a hash. */
declare const TOOLS: string;
/** All other files of the site. */
declare const FILES: string[];
declare const VERSION: string;
