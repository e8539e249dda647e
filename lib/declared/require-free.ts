import { AppError } from "@/lib/kernel/app-error";

/** UNPROCESSABLE for what another file keeps: two files would take it from each other at every turn. */
export function requireFree(name: string, declaredIn: string | null, file: string): void {
  if (declaredIn === null || declaredIn === file) return;
  throw new AppError(
    "UNPROCESSABLE",
    `${declaredIn} keeps ${name}. Take it out there first, and apply that file.`,
  );
}
