import "server-only";
import { leastAside, workAside } from "@/lib/aside/work-aside";
import type { FileBytes } from "@/lib/bundles/package-bytes";
import {
  documentOf,
  type PortablePackage,
  portableDocument,
  withPortableDocument,
} from "@/lib/bundles/portable-package";

/** The portable form of a package; a long SKILL.md is written anew in the thread for long work. */
export async function makePortable(
  folderName: string,
  files: readonly FileBytes[],
): Promise<PortablePackage> {
  const input = documentOf(folderName, files);
  const isLong = (input.bytes?.length ?? 0) >= leastAside;
  const document = isLong ? await workAside("portableDocument", input) : portableDocument(input);
  return withPortableDocument(files, document);
}
