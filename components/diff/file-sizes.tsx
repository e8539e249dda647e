import { Digest } from "@/components/ui/copy-button";
import { formatBytes, formatChange } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import type { FileChange } from "@/lib/library/diffs/diff-schema";

/** What is compared by size and hash alone. */
export function FileSizes({ file: { before, after } }: { file: Pick<FileChange, "before" | "after"> }) {
  return (
    <dl className="grid grid-cols-[max-content_max-content_max-content] gap-x-6 gap-y-1 px-4 py-3">
      <FileSide name="Before" side={before} />
      <FileSide name="After" side={after} />
      {before && after ? (
        <>
          <dt className="text-ink-3">Change</dt>
          <dd>{formatChange(after.size - before.size)} bytes</dd>
        </>
      ) : null}
    </dl>
  );
}

function FileSide({ name, side }: { name: string; side: FileChange["before"] }) {
  return (
    <>
      <dt className="text-ink-3">
        <ShownText text={name} />
      </dt>
      <dd>{side ? formatBytes(side.size) : "not there"}</dd>
      <dd>{side ? <Digest digest={side.sha256} /> : null}</dd>
    </>
  );
}
