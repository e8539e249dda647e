import "server-only";
import { z } from "zod";
import { shareFollows } from "../share-options";
import type { ShareRow } from "./read-given";

const followsSchema = z.enum(shareFollows);

/** What is stored of a share, with its word for what it follows read rather than believed. */
export const toShareRow = (row: Omit<ShareRow, "follows"> & { follows: string }): ShareRow => {
  const { id, workspaceId, skillId, receiverId, label, version } = row;
  return { id, workspaceId, skillId, receiverId, follows: followsSchema.parse(row.follows), label, version };
};
