import { AppError } from "./app-error";

/** Of what a configuration file keeps, for people. */
export const whyDeclared = (name: string, file: string): string =>
  `${name} is kept in ${file}. Change it there, and apply the file.`;

/** `declaredIn` is the file; null: it is kept here. */
type Kept = { name: string; declaredIn: string | null };

/** FORBIDDEN for what a configuration file keeps: the next time it is applied, a change here would be gone. */
export function requireUndeclared(
  { name, declaredIn }: Kept,
  why = (file: string) => whyDeclared(name, file),
): void {
  if (declaredIn === null) return;
  throw new AppError("FORBIDDEN", why(declaredIn), { details: { declaredIn } });
}
