// The data folder. No dependencies.
import fs from "node:fs";
import path from "node:path";
import { inProject } from "./paths.mjs";
import { PlainError } from "./progress.mjs";

/** The data folder: GREENROOM_DATA, relative to where the command was typed, or .data in the project. */
export function dataDir() {
  const named = process.env.GREENROOM_DATA;
  return named ? path.resolve(process.env.INIT_CWD ?? process.cwd(), named) : inProject(".data");
}

/** Makes sure that the data folder is there and can be written to. */
export function openDataDir() {
  const dir = dataDir();
  const probe = path.join(dir, `.write-test-${process.pid}`);
  try {
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(probe, "");
    fs.rmSync(probe);
  } catch (error) {
    throw notWritable(dir, error);
  }
  return dir;
}

/** Explains a data folder that cannot be used; any other error comes back as it is. */
export function notWritable(dir, error) {
  if (["ENOSPC", "EDQUOT"].includes(error.code)) {
    return new PlainError(
      `cannot write to ${dir}: its disk is full (${error.code}); free some space, or name another data folder with GREENROOM_DATA`,
    );
  }
  if (!["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "EISDIR"].includes(error.code)) return error;
  return new PlainError(
    `cannot write to the data folder ${dir} (${error.code}); make it writable for this account, or name another with GREENROOM_DATA`,
  );
}
