import type { CapabilityUse } from "../capability";
import { literal, type Sighting } from "./sighting";

/** Not files that anybody keeps. */
const nowhere = /^(?:\/dev\/(?:null|stdin|stdout|stderr|tty|fd\/\d)|\/)$/;
const outside =
  /^(?:\/(?![/*])|~(?:[/\\]|$)|~[a-z][\w-]*\/|\$\{?HOME\}?(?:[/\\]|$)|\$\{?(?:XDG_\w+|TMPDIR|TEMP|TMP|APPDATA|LOCALAPPDATA|USERPROFILE)\}?(?:[/\\]|$)|\$env:(?:HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|ProgramFiles)(?:[/\\]|$)|%(?:USERPROFILE|APPDATA|LOCALAPPDATA|TEMP|TMP|HOMEPATH|ProgramFiles)%|[A-Za-z]:[\\/]|\\\\[\w.]|file:\/\/)/i;

/**
 * Whether a path as written leaves the package for sure: absolute, from somebody's home, or above where it starts. A relative
 * one is the folder's that is worked in, and is not told.
 */
export function leavesPackage(path: string): boolean {
  if (nowhere.test(path)) return false;
  return outside.test(path) || climbsOut(path);
}

function climbsOut(path: string): boolean {
  if (!path.startsWith("..")) return false;
  return /^\.\.(?:[/\\]|$)/.test(path);
}

/** Null for a path that stays, and for a text that is none. */
export function pathSighting(path: string, use: CapabilityUse, start: number): Sighting | null {
  return path.length <= 400 && !/[\r\n]/.test(path) && leavesPackage(path)
    ? literal("path", use, path, start)
    : null;
}

const systemFolders =
  /^(?:\/(?:etc|usr|var|tmp|home|root|opt|dev|proc|sys|mnt|media|Users|Library|Applications|Volumes|lib|srv|run|boot)(?:\/|$)|\/(?:data|app|workspace|workspaces)\/)/;

/** The same for a text of which nobody said that it is a path: `/api/x` is none. */
export const isKnownOutside = (text: string): boolean =>
  leavesPackage(text) &&
  !/^\/usr(?:\/local)?\/bin\//.test(text) &&
  (!text.startsWith("/") || systemFolders.test(text));
