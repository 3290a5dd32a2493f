/** The source cannot be reached or trusted, or has an older tree. Nothing was published. */
export class SourceError extends Error {}

/** The source gave other content than its manifest names: it changed meanwhile, or is damaged. */
export class WrongContent extends Error {}

/** Root, signature and history are of two builds: the source is publishing, a cache holds one of them, or the source is damaged. */
export class Mixture extends WrongContent {}

export class TargetError extends Error {}
