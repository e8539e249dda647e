import { z } from "zod";
import { roles } from "@/lib/access/permissions";

export const changeRoleSchema = z.object({ role: z.enum(roles) });
export type ChangeRole = z.infer<typeof changeRoleSchema>;

/** The workspace's name, typed: so that nobody gives it away or deletes it by a slip. */
const confirmName = z.string().min(1).max(200);

export const transferWorkspaceSchema = z.object({ to: z.uuid(), confirmName });
export type TransferWorkspace = z.infer<typeof transferWorkspaceSchema>;

export const deleteWorkspaceSchema = z.object({ confirmName });
export type DeleteWorkspace = z.infer<typeof deleteWorkspaceSchema>;
