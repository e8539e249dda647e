import type { Transform } from "node:stream";

export function sealing(passphrase: string | Buffer, options?: { cost?: number }): Promise<Transform>;
