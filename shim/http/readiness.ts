/** Whether this shim should get requests. Load balancers ask for it, and answers tell clients while the shim stops. */
export class Readiness {
  readonly #conditions: (() => string | null)[] = [];
  #isLeaving = false;

  /** @param problem tells what is missing; null where nothing is */
  require(problem: () => string | null): void {
    this.#conditions.push(problem);
  }

  /** Announces the end, for good. Requests are still answered. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** Connections end with the answer that is under way. */
  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  get problem(): string | null {
    if (this.#isLeaving) return 'shutting down';
    for (const condition of this.#conditions) {
      const problem = condition();
      if (problem !== null) return problem;
    }
    return null;
  }
}
