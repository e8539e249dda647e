import "server-only";
import type { Context } from "@/lib/access/context";
import { departedPerson } from "@/lib/people/find-people";
import type { FollowKind } from "../schema";

/** An assignment with the version or the draft that it stands for now; their fields are null when it is none. */
export type AssignedPackage = {
  skillId: string;
  name: string;
  enabled: boolean;
  archived: boolean;
  priority: number;
  follows: FollowKind;
  label: string | null;
  pinnedVersionId: string | null;
  versionId: string | null;
  number: number | null;
  /** Of the draft. */
  revision: number | null;
  digest: string | null;
  description: string | null;
  metadataTokens: number | null;
  instructionTokens: number | null;
  resourceTokens: number | null;
  modelInvocable: boolean | null;
  userInvocable: boolean | null;
  whenToUse: string | null;
  /** Of a withdrawn version. */
  withdrawnBy: string | null;
  withdrawnReason: string | null;
};

/** In one statement, because every run begins with it: of each skill only the one version that is followed is read. */
export const assignedPackages = ({ db, workspace }: Context, agentId: string): Promise<AssignedPackage[]> =>
  db.$queryRaw<AssignedPackage[]>`
    SELECT a."skillId", s.name, a.enabled, s."archivedAt" IS NOT NULL AS archived, a.priority,
      a.follows::text AS follows, a.label, a."versionId" AS "pinnedVersionId",
      v.id AS "versionId", v.number, d.revision,
      coalesce(v.digest, d.digest) AS digest, coalesce(v.description, d.description) AS description,
      coalesce(v."metadataTokens", d."metadataTokens") AS "metadataTokens",
      coalesce(v."instructionTokens", d."instructionTokens") AS "instructionTokens",
      coalesce(v."resourceTokens", d."resourceTokens") AS "resourceTokens",
      coalesce(v."modelInvocable", d."modelInvocable") AS "modelInvocable",
      coalesce(v."userInvocable", d."userInvocable") AS "userInvocable",
      coalesce(v."whenToUse", d."whenToUse") AS "whenToUse",
      v."withdrawnReason", v."withdrawnBy"
    FROM "Assignment" a
    JOIN "Skill" s ON s.id = a."skillId"
    LEFT JOIN "Draft" d ON a.follows = 'draft' AND d."skillId" = a."skillId"
    LEFT JOIN LATERAL (
      SELECT o.*, w.reason AS "withdrawnReason", coalesce(u.name, ${departedPerson}) AS "withdrawnBy"
      FROM "Version" o
      LEFT JOIN "VersionWithdrawal" w ON w."versionId" = o.id
      LEFT JOIN "User" u ON u.id = w."withdrawnById"
      WHERE o."skillId" = a."skillId" AND CASE a.follows
        WHEN 'latest' THEN true
        WHEN 'version' THEN o.id = a."versionId"
        WHEN 'label' THEN o.id = (
          SELECT l."versionId" FROM "Label" l WHERE l."skillId" = a."skillId" AND l.name = a.label)
        ELSE false END
      ORDER BY w."versionId" IS NOT NULL, o.number DESC LIMIT 1
    ) v ON true
    WHERE a."agentId" = ${agentId}::uuid AND a."workspaceId" = ${workspace.id}::uuid
    ORDER BY a.priority, s.name COLLATE "C"`;
