// Root's databases for data folders that no other account can reach: each belongs to one folder, wherever that moves.
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { folderIdentity } from "../process-marks.mjs";
import { readText } from "../processes.mjs";
import { PlainError } from "../progress.mjs";

/**
 * The place below `state` whose database belongs to the folder `wanted`. The folder names its place, and the place its
 * folder: a moved folder keeps its database, and a copy never gets the original's.
 */
export function privatePlace(wanted, state, log) {
  fs.mkdirSync(wanted, { recursive: true });
  const link = path.join(wanted, "place.json");
  const named = parse(readText(link)).dir;
  const place = named ?? firstPlace(wanted, state);
  const owner = ownerOf(place);
  if (owner && isSomebodyElses(owner, wanted)) throw new PlainError(copied({ wanted, place, owner }));
  if (owner && owner.path !== wanted)
    log(`The data folder was moved here from ${owner.path}; its database stays in ${place}`);
  if (named && !fs.existsSync(place))
    throw new PlainError(
      `the database of ${wanted} should lie in ${place}, and is not there; restore it from a backup`,
    );
  fs.mkdirSync(place, { recursive: true });
  write(path.join(place, "owner.json"), { path: wanted, folder: folderIdentity(wanted) });
  write(link, { dir: place });
  return place;
}

/** A new one; or the one that carries the path's hash, from before places had owners. */
function firstPlace(wanted, state) {
  const hashed = path.join(state, createHash("sha256").update(wanted).digest("hex").slice(0, 12));
  if (fs.existsSync(hashed) && !ownerOf(hashed)) return hashed;
  return path.join(state, randomBytes(6).toString("hex"));
}

const ownerOf = (place) => {
  const owner = parse(readText(path.join(place, "owner.json")));
  return owner.path && owner.folder ? owner : null;
};

/** Whether the folder that a place belongs to is another, and still there. */
const isSomebodyElses = ({ path: of, folder }, wanted) =>
  folder !== folderIdentity(wanted) && folder === folderIdentity(of);

const copied = ({ wanted, place, owner }) =>
  `${wanted} is a copy of ${owner.path}, whose database lies in ${place} and stays with it. To give the copy one of its own: stop the original, copy ${place} to a folder beside it, delete owner.json there, and name that folder in ${path.join(wanted, "place.json")}`;

function parse(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

// Never half of it: a folder that lost the name of its place would get an empty database.
function write(file, value) {
  const text = JSON.stringify(value);
  if (readText(file) === text) return;
  fs.writeFileSync(`${file}.part`, text, { mode: 0o600 });
  fs.renameSync(`${file}.part`, file);
}
