import { Check } from "lucide-react";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import type { FileChange } from "@/lib/library/diffs/diff-schema";
import { ChangeCounts } from "./change-counts";
import { changeIcons, changeWords } from "./change-words";

type FileListProps = {
  files: readonly FileChange[];
  isViewed: (file: FileChange) => boolean;
  onOpen: (index: number) => void;
};

/** Every file that differs, to go to. */
export function FileList({ files, isViewed, onOpen }: FileListProps) {
  return (
    <nav aria-label="Files that differ" className="max-h-60 overflow-auto border-line border-b py-1">
      <ul>
        {files.map((file, index) => (
          <li key={file.path} className="[contain-intrinsic-size:auto_28px] [content-visibility:auto]">
            <button
              type="button"
              onClick={() => onOpen(index)}
              className="flex min-h-7 w-full min-w-0 items-center gap-2 px-4 text-left -outline-offset-2 hover:bg-hover"
            >
              <Icon of={changeIcons[file.change]} size={14} className="flex-none text-ink-3" />
              <code className="min-w-0 truncate text-12">
                <ShownText text={file.path} />
              </code>
              <span className="flex-none text-12 text-ink-3">{changeWords[file.change]}</span>
              <span className="ml-auto flex flex-none items-center gap-3">
                {isViewed(file) ? (
                  <span className="inline-flex items-center gap-1 text-12 text-ink-3">
                    <Icon of={Check} size={13} /> viewed
                  </span>
                ) : null}
                <ChangeCounts file={file} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
