export function isRefusedByPooler(error: unknown): boolean;
export const POOLED_ADDRESS: string;
