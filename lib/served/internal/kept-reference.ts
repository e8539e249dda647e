import "server-only";
import { privateDigest } from "@/lib/gateway/private-digest";
import { notKept } from "../kept-words";

/** What stands for a program's own name of a conversation where the workspace keeps no words. */
export const unkeptReference = (reference: string): string => `${notKept} ${privateDigest(reference)}`;

/** The ways in which a session of this name may be stored. */
export const storedAs = (reference: string): string[] => [reference, unkeptReference(reference)];

/** What a connection is known by once it has ended, of its name as it is stored or as its program says it. */
export const endedReference = (stored: string): string =>
  stored.startsWith(`${notKept} `) ? stored.slice(notKept.length + 1) : privateDigest(stored);

/** As people and programs are shown it: nothing of one that is not kept. */
export const shownReference = (stored: string | null): string | null =>
  stored?.startsWith(`${notKept} `) ? null : stored;

/** Not so of clients that have no connections: what these are named by is a digest. One that is not kept may be either. */
export const mayBeConnection = (stored: string): boolean => !/^mcp [0-9a-f]{40}$/.test(stored);
