/** The source cannot be reached or relied on, or offers an older tree. Nothing was published. */
export class SourceError extends Error {}

/** The source gave another content than its manifest names: it has changed meanwhile, or it is damaged. */
export class WrongContent extends Error {}

/** What tells of a tree is of two builds: the source publishes at this moment, or a cache has kept one of them; or it is damaged. */
export class Mixture extends WrongContent {}

/** The target cannot be read or written. */
export class TargetError extends Error {}
