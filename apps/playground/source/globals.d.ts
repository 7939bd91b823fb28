/** Constants that the build inserts. This one is the nonce of the content security policy. */
declare const NONCE: string;
/** The file names of the modules; those of all but the first have a hash. */
declare const MODULES: Record<string, string>;
/** All other files of the site. */
declare const FILES: string[];
declare const VERSION: string;
/** The address of a chapter of the documentation, with an asterisk for its name. */
declare const CHAPTERS: string;
