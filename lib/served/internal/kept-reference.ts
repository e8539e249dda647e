import "server-only";
import { privateDigest } from "@/lib/gateway/private-digest";
import { notKept } from "../kept-words";

/** What stands for a program's own name of a conversation where the workspace keeps no words. */
export const unkeptReference = (reference: string): string => `${notKept} ${privateDigest(reference)}`;

/** The ways in which a session of this name may be stored. */
export const storedAs = (reference: string): string[] => [reference, unkeptReference(reference)];

/** As people and programs are shown it: nothing of one that is not kept. */
export const shownReference = (stored: string | null): string | null =>
  stored?.startsWith(`${notKept} `) ? null : stored;
