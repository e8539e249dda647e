import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { rowNumber, rowNumberInAddress } from "@/lib/kernel/row-number";
import { storableText } from "@/lib/kernel/storable-text";
import { labelNameProblem } from "../labels/label-options";
import { count, filePathQuerySchema } from "../package-schema";

const isSide = (text: string): boolean =>
  /^v?[1-9]\d{0,8}$/.test(text) ||
  text === "draft" ||
  text === "latest" ||
  text === "none" ||
  labelNameProblem(text) === null;

/** `6` or `v6`, a label, `latest`, `draft`, or `none`: the empty package that a first version is compared with. */
export const diffSideSchema = storableText
  .max(60)
  .refine(isSide, "Use the number of a version, a label, latest, draft or none.");

export const diffQuerySchema = z.object({ from: diffSideSchema, to: diffSideSchema });
export type DiffQuery = z.infer<typeof diffQuerySchema>;

/** What one side of a comparison is. */
export const sideFactsSchema = z.object({
  kind: z.enum(["version", "draft", "none"]),
  /** Of a version. */
  number: z.number().int().nullable(),
  /** Of the draft. */
  revision: z.number().int().nullable(),
  /** As it was asked for, when that was a label. */
  label: z.string().nullable(),
  digest: digestSchema.nullable(),
  note: z.string(),
  author: personSchema.nullable(),
  at: z.iso.datetime().nullable(),
  /** Why agents no longer get this version. */
  withdrawn: z.string().nullable(),
});
export type DiffSide = z.infer<typeof sideFactsSchema>;

/** A piece of a text that is in one side only, or in both. */
const pieceSchema = z.object({ kind: z.enum(["same", "added", "removed"]), text: z.string() });

const changeKinds = ["added", "removed", "renamed", "changed"] as const;
/** `executable`: its owner may run it; said of few, because a comparison may have thousands of files. */
const fileSideSchema = z
  .object({ sha256: digestSchema, size: count, executable: z.literal(true).exactOptional() })
  .nullable();
const kindSchema = z.enum(["text", "binary"]);
const changedFileSchema = z.object({
  /** In the newer side; the older side's when it was removed. */
  path: z.string(),
  /** Where it was, when it was renamed; absent like the mode, because most are not. */
  oldPath: z.string().exactOptional(),
  change: z.enum(changeKinds),
  before: fileSideSchema,
  after: fileSideSchema,
  /** Lines; null for binary files, and for those that are counted when they are opened. */
  added: count.nullable(),
  removed: count.nullable(),
});
export type FileChange = z.infer<typeof changedFileSchema>;

const measureSchema = z.object({ before: count, after: count });

export const packageDiffSchema = z.object({
  from: sideFactsSchema,
  to: sideFactsSchema,
  /** The fields that differ, in the order of the newer file. */
  frontmatter: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      pieces: z.array(pieceSchema),
    }),
  ),
  measures: z.object({
    /** Characters, of at most 1,024. */
    descriptionLength: measureSchema,
    /** Estimates. */
    catalogueTokens: measureSchema,
    instructionTokens: measureSchema,
  }),
  files: z.array(changedFileSchema),
  unchangedFiles: count,
});
export type PackageDiffFacts = z.infer<typeof packageDiffSchema>;

/** One line of one side. */
const diffLineSchema = z.object({
  /** 1-based. */
  line: z.number().int().min(1),
  text: z.string(),
  /** Word by word, for a line that has a counterpart; `changed` pieces are in this side only. */
  pieces: z.array(z.object({ text: z.string(), changed: z.boolean() })).exactOptional(),
  /** When it is not a line feed. `none`: the file ends without one. */
  ending: z.enum(["crlf", "cr", "none"]).exactOptional(),
  /** Characters at its end that are not told. */
  cut: count.exactOptional(),
});

/** Lines beside each other: the same on both sides, or what stood there and what stands there. */
const diffRowSchema = z.union([
  z.object({ kind: z.literal("same"), old: diffLineSchema, new: diffLineSchema }),
  z.object({ kind: z.literal("changed"), old: diffLineSchema.nullable(), new: diffLineSchema.nullable() }),
]);
export type DiffRow = z.infer<typeof diffRowSchema>;
export type DiffLine = z.infer<typeof diffLineSchema>;

const hunkSchema = z.object({
  /** 1-based line of either side that it starts at. */
  oldStart: count,
  newStart: count,
  /** The nearest heading above, in documents. */
  heading: z.string().nullable(),
  rows: z.array(diffRowSchema),
});

const lineEndingSchema = z.enum(["lf", "crlf", "cr", "none"]);

export const fileDiffSchema = changedFileSchema.extend({
  kind: kindSchema,
  oldLines: count,
  newLines: count,
  hunks: z.array(hunkSchema),
  /** Line ends of the two sides where every line's differs and that alone does not count as a change. */
  endings: z.object({ before: lineEndingSchema, after: lineEndingSchema }).nullable(),
  /** Why it is not shown line by line, or not every line of it. */
  limited: z.enum(["too-large", "too-different", "too-many-lines"]).nullable(),
});
export type FileDiff = z.infer<typeof fileDiffSchema>;

export const fileDiffQuerySchema = diffQuerySchema.extend({
  ...filePathQuerySchema.shape,
  /** Where a renamed file was, as the list says. */
  oldPath: filePathQuerySchema.shape.path.optional(),
  /** Unchanged lines around each change. */
  context: z.coerce.number().int().min(0).max(100).default(3),
});
export type FileDiffQuery = z.input<typeof fileDiffQuerySchema>;

export const diffLinesQuerySchema = diffQuerySchema.extend({
  ...filePathQuerySchema.shape,
  /** Of the newer side; 1-based, both inclusive. */
  start: rowNumberInAddress,
  end: rowNumberInAddress,
  /** Of the newer file, as it was seen. */
  sha256: digestSchema,
});
export type DiffLinesQuery = z.input<typeof diffLinesQuerySchema>;
export const diffLinesSchema = z.object({ start: rowNumber, lines: z.array(z.string()) });
