import type { Source } from "@/lib/sources/schema";

type Kind = Source["kind"];
type FieldWords = { label: string; help: string; placeholder?: string };
type KindWords = {
  /** In a list to choose from, and beside a source. */
  kind: string;
  url: FieldWords;
  /** null where the kind has no such thing. */
  ref: FieldWords | null;
  folder: FieldWords | null;
};

const folder = { label: "Folder", help: "Only what lies below it. Empty for everything." };

export const kindWords: Readonly<Record<Kind, KindWords>> = {
  git: {
    kind: "Git repository",
    url: {
      label: "Repository",
      help: "Over https:// or ssh, such as git@github.com:meridian/skills.git.",
      placeholder: "https://github.com/meridian/skills.git",
    },
    ref: { label: "Branch, tag or commit", help: "Empty for the repository’s own branch." },
    folder,
  },
  archive: {
    kind: "Archive",
    url: {
      label: "Archive",
      help: "The https:// address of a zip or tar.gz; a query may follow, without a secret in it.",
      placeholder: "https://example.org/skills.zip",
    },
    ref: { label: "Digest", help: "The sha256 that the archive has to have. Empty for any." },
    folder,
  },
  "well-known": {
    kind: "Index of skills",
    url: {
      label: "Address",
      help: "Its .well-known/agent-skills/index.json is read, in version 0.2.0.",
      placeholder: "https://skills.example.org",
    },
    ref: null,
    folder: null,
  },
  oci: {
    kind: "Artefact in a registry",
    url: {
      label: "Repository",
      help: "Registry and name, without the tag: OCI artefacts and images whose layers are archives or files.",
      placeholder: "https://ghcr.io/meridian/skills",
    },
    ref: { label: "Tag or digest", help: "Empty for latest." },
    folder,
  },
};

/** Of a source over ssh, what its fields say. */
export const sourceSsh = {
  unnamed: "the first one that is met is kept, and shown with the source.",
  place: "source",
};
