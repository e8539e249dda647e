"use client";

import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "./button";
import { classNames } from "./class-names";
import { shortDigest } from "./format";
import { Icon } from "./icon";

const shownMs = 1500;

/** Copies, and says so for a moment. Falls back to selecting nothing where the browser forbids it (plain http). */
function useCopy() {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), shownMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => {
    try {
      await writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  };
  return { state, copy };
}

/** navigator.clipboard is missing on http pages other than localhost; the old command still works there. */
async function writeText(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (!copied) throw new Error("The browser refused to copy.");
}

const words = { idle: "", copied: "Copied", failed: "Could not copy" } as const;

type CopyButtonProps = {
  text: string;
  /** What is copied: "Copy the catalogue text". */
  label: string;
  /** Shows these words beside the icon. */
  children?: string;
  className?: string | undefined;
};

export function CopyButton({ text, label, children, className }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const icon = state === "copied" ? Check : Copy;
  return (
    <>
      {children ? (
        <Button icon={icon} aria-label={label} onClick={() => copy(text)} className={className}>
          {words[state] || children}
        </Button>
      ) : (
        <IconButton
          icon={icon}
          label={words[state] || label}
          size="icon-small"
          onClick={() => copy(text)}
          className={className}
        />
      )}
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </>
  );
}

type DigestProps = { digest: string; className?: string | undefined };

/** Shows 7 characters of a digest and copies all of them. */
export function Digest({ digest, className }: DigestProps) {
  const { state, copy } = useCopy();
  return (
    <button
      type="button"
      title={digest}
      aria-label={`Copy digest ${shortDigest(digest)}`}
      onClick={() => copy(digest)}
      className={classNames(
        "inline-flex min-h-6 items-center gap-1 rounded-1 font-mono text-12 text-ink-2 hover:text-ink",
        className,
      )}
    >
      {shortDigest(digest)}
      <Icon of={state === "copied" ? Check : Copy} size={13} className="text-ink-3" />
      <span role="status" className="sr-only">
        {words[state]}
      </span>
    </button>
  );
}
