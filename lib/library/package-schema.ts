import { z } from "zod";
import { personSchema } from "@/lib/auth/schema";
import { digestSchema } from "@/lib/kernel/digest-schema";
import { storableText } from "@/lib/kernel/storable-text";

export const count = z.number().int().min(0);

export const filePathSchema = z.string().min(1, "Name the file.").max(1_000);

/** Somebody who may has read a finding and accepted it. It holds as long as the text stays what it was about. */
export const dismissalSchema = z.object({ reason: z.string(), by: personSchema, at: z.iso.datetime() });

/** Estimates (o200k_base) of the three levels: always in context, on activation, only when read. */
export const levelTokensSchema = z.object({ metadata: count, instructions: count, resources: count });
export type LevelTokens = z.infer<typeof levelTokensSchema>;

/** `executable`: its owner may run it. It takes no part in a digest. */
const manifestFileSchema = z.object({
  path: z.string(),
  size: count,
  sha256: digestSchema,
  executable: z.boolean(),
});

const fileKindSchema = z.enum(["text", "binary"]);

/** Of a package whose bytes were read: `kind` is what they are. */
export const packageFileSchema = manifestFileSchema.extend({ kind: fileKindSchema });
export type PackageFileInfo = z.infer<typeof packageFileSchema>;

/** Of a list that reads no bytes. Asked for alone, the file says what it is. */
export const listedFileSchema = manifestFileSchema.extend({ guessedKind: fileKindSchema });
export type ListedFile = z.infer<typeof listedFileSchema>;

/** `text` is there for text files of at most 2 MiB. */
export const fileContentSchema = packageFileSchema.extend({ text: z.string().exactOptional() });
export type FileContent = z.infer<typeof fileContentSchema>;

export const filePathQuerySchema = z.object({ path: storableText.min(1, "Name the file.").max(1_000) });
