// What a backup is encrypted with: a passphrase or the bytes of a key file.
import fs from "node:fs";
import { askOnce, askTwice } from "../ask-unseen.mjs";
import { typedPath } from "../database/installation-database.mjs";
import { PlainError } from "../progress.mjs";

/** Where a script puts it that has no terminal. */
const VARIABLE = "GREENROOM_BACKUP_PASSPHRASE";
const FEWEST_CHARACTERS = 12;
const FEWEST_KEY_BYTES = 16;
const INSTEAD = `set ${VARIABLE}, or name a file with --key-file`;

/** For a new backup: long enough to be worth it, and typed twice. */
export async function choosePassphrase({ keyFile }) {
  if (keyFile) return readKeyFile(keyFile);
  const chosen = process.env[VARIABLE] || (await askTwice("Passphrase of the backup", INSTEAD));
  if (chosen.length >= FEWEST_CHARACTERS) return chosen;
  throw new PlainError(`a passphrase has ${FEWEST_CHARACTERS} characters or more`);
}

/** For one that is there, asked for once however often it is needed. */
export function passphraseReader({ keyFile }) {
  let found = null;
  const read = async () =>
    keyFile ? readKeyFile(keyFile) : process.env[VARIABLE] || askOnce("Passphrase of the backup", INSTEAD);
  return () => (found ??= read());
}

function readKeyFile(named) {
  const file = typedPath(named);
  try {
    const bytes = fs.readFileSync(file);
    if (bytes.length >= FEWEST_KEY_BYTES) return bytes;
  } catch (error) {
    throw new PlainError(`the key file ${file} cannot be read (${error.code})`);
  }
  throw new PlainError(
    `the key file ${file} has fewer than ${FEWEST_KEY_BYTES} bytes; make one with: openssl rand -base64 32 > ${named}`,
  );
}
