export function buildIfStale(options?: { onChild?: (child: unknown) => void }): Promise<void>;
