import "server-only";
import type { WorkspaceContext } from "@/lib/access/context";
import { AppError } from "@/lib/kernel/app-error";
import { findPeople } from "@/lib/people/find-people";
import { sha256 } from "@/lib/platform/crypto";
import { packageDigest } from "@/lib/skills/digest";
import type { ManifestFile } from "../describe-package";
import { listPackageFiles } from "../read-packages";
import { latestVersion } from "../which-version/latest-version";
import { noVersionWithLabel } from "../which-version/resolve-follow";
import type { DiffSide } from "./diff-schema";

/** One side of a comparison with its manifest, and what its row says of it. */
export type Side = {
  facts: DiffSide;
  description: string;
  metadataTokens: number;
  instructionTokens: number;
  files: ManifestFile[];
};

type Skill = { skillId: string; name: string };

const weights = { description: true, metadataTokens: true, instructionTokens: true } as const;

/** What `from` or `to` names. NOT_FOUND for a number or a label that this skill does not have. */
export async function readSide(context: WorkspaceContext, skill: Skill, side: string): Promise<Side> {
  if (side === "none") return emptySide;
  return side === "draft" ? readDraftSide(context, skill) : readVersionSide(context, skill, side);
}

const emptySide: Side = {
  facts: {
    kind: "none",
    number: null,
    revision: null,
    label: null,
    digest: null,
    note: "",
    author: null,
    at: null,
    withdrawn: null,
  },
  description: "",
  metadataTokens: 0,
  instructionTokens: 0,
  files: [],
};

const attempts = 5;

/** The draft with the manifest that its digest stands for, also while somebody saves it. */
async function readDraftSide(context: WorkspaceContext, { skillId, name }: Skill): Promise<Side> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const draft = await db.draft.findFirst({
      where: { skillId, workspaceId },
      select: { ...weights, revision: true, digest: true, updatedById: true, updatedAt: true },
    });
    if (!draft) break;
    const files = await listPackageFiles(context, { skillId });
    if (packageDigest(files, sha256) !== draft.digest) continue;
    const { description, metadataTokens, instructionTokens, revision, digest } = draft;
    const personOf = await findPeople(context, [draft.updatedById]);
    return {
      facts: {
        ...emptySide.facts,
        kind: "draft",
        revision,
        digest,
        author: personOf(draft.updatedById),
        at: draft.updatedAt.toISOString(),
      },
      description,
      metadataTokens,
      instructionTokens,
      files,
    };
  }
  throw new AppError("CONFLICT", `The draft of ${name} is being changed. Try again.`);
}

async function readVersionSide(
  context: WorkspaceContext,
  { skillId, name }: Skill,
  side: string,
): Promise<Side> {
  const { db } = context;
  const workspaceId = context.workspace.id;
  const number = /^v?([1-9]\d{0,8})$/.exec(side)?.[1];
  const version = await db.version.findFirst({
    where: { skillId, workspaceId, ...whereOf(side, number) },
    orderBy: { number: "desc" },
    select: {
      ...weights,
      id: true,
      number: true,
      digest: true,
      note: true,
      authorId: true,
      createdAt: true,
      withdrawal: { select: { reason: true } },
    },
  });
  if (!version) throw noSuchSide(name, side, number);
  const [files, personOf] = await Promise.all([
    listPackageFiles(context, { versionId: version.id }),
    findPeople(context, [version.authorId]),
  ]);
  const { description, metadataTokens, instructionTokens } = version;
  return {
    facts: {
      kind: "version",
      number: version.number,
      revision: null,
      label: number === undefined ? side : null,
      digest: version.digest,
      note: version.note,
      author: personOf(version.authorId),
      at: version.createdAt.toISOString(),
      withdrawn: version.withdrawal?.reason ?? null,
    },
    description,
    metadataTokens,
    instructionTokens,
    files,
  };
}

function whereOf(side: string, number: string | undefined) {
  if (number !== undefined) return { number: Number(number) };
  return side === "latest" ? latestVersion.where : { labels: { some: { name: side } } };
}

function noSuchSide(name: string, side: string, number: string | undefined): AppError {
  const message =
    number !== undefined
      ? `${name} has no version ${number}.`
      : side === "latest"
        ? `${name} has no version that is not withdrawn.`
        : noVersionWithLabel(side);
  return new AppError("NOT_FOUND", message, { details: { side } });
}
