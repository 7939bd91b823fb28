/** The words that the build puts in. */
declare const NONCE: string;
declare const FILES: string[];
declare const VERSION: string;
