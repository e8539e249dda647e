"use client";

import { Download } from "lucide-react";
import { CodeBlock } from "@/components/ui/code-block";
import { formatBytes } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { ShownText } from "@/components/ui/shown-text";
import { markHidden } from "@/lib/kernel/mark-hidden";
import type { PayloadOf } from "@/lib/runtime/events";
import { cutWords, missingWords } from "../script-words";
import { MadeTable } from "./made-table";

type Ran = PayloadOf<"script-ran">;
type Made = Ran["made"][number];

/** What a script wrote and made, under its line. */
export function ScriptResult({ ran }: { ran: Ran }) {
  const missing = missingWords(ran);
  const cuts = cutWords(ran);
  return (
    <section
      aria-label={markHidden(`Result of ${ran.script.command}`)}
      className="mt-1 mb-2 ml-7 grid min-w-0 gap-2 compact:ml-0"
    >
      {missing === null ? null : (
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          <ShownText text={missing} />
        </p>
      )}
      {ran.stdout.text === "" ? null : <CodeBlock text={ran.stdout.text} label="the output" />}
      {ran.stderr.text === "" ? null : (
        <div className="grid gap-1">
          <p className="text-12 text-ink-3">Errors</p>
          <CodeBlock text={ran.stderr.text} label="the errors" />
        </div>
      )}
      {cuts.length === 0 ? null : (
        <p className="text-12 text-ink-3">Not all of it is kept: {cuts.join(", ")}.</p>
      )}
      {ran.made.length === 0 ? null : (
        <ul aria-label="Files made" className="grid min-w-0 gap-2">
          {ran.made.map((file) => (
            <li key={file.path} className="grid min-w-0 gap-1 rounded-2 border border-line p-2">
              <MadeFile file={file} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function MadeFile({ file }: { file: Made }) {
  const { path, bytes, base64 } = file;
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-12">
        <code className="min-w-0 [overflow-wrap:anywhere]">
          <ShownText text={path} />
        </code>
        <span className="text-ink-3">{formatBytes(bytes)}</span>
        {base64 === null ? (
          <span className="text-ink-3">too large to keep</span>
        ) : (
          <a
            className="ml-auto inline-flex items-center gap-1 underline"
            download={nameOf(path)}
            href={`data:application/octet-stream;base64,${base64}`}
            aria-label={markHidden(`Download ${nameOf(path)}`)}
          >
            <Icon of={Download} size={13} />
            Download
          </a>
        )}
      </p>
      {base64 === null ? null : <MadeContent file={file} base64={base64} />}
    </>
  );
}

/** Pictures of these kinds run nothing; SVG is shown as the text that it is. */
const shownPictures = /^image\/(?:png|jpeg|gif|webp|avif)$/;

function MadeContent({ file: { path, mediaType }, base64 }: { file: Made; base64: string }) {
  if (shownPictures.test(mediaType))
    return (
      // biome-ignore lint/performance/noImgElement: its bytes are here already
      <img
        src={`data:${mediaType};base64,${base64}`}
        alt={markHidden(`${nameOf(path)}, made by the script`)}
        className="max-h-80 max-w-full justify-self-start"
      />
    );
  if (mediaType !== "text/plain") return null;
  const text = new TextDecoder().decode(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
  return /\.csv$/i.test(path) ? (
    <MadeTable text={text} name={nameOf(path)} />
  ) : (
    <CodeBlock text={text} label={markHidden(nameOf(path))} />
  );
}
