"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import type { SettingsPage } from "@/components/data/settings-paths";
import { classNames } from "@/components/ui/class-names";

type PageLineProps = {
  label: string;
  pages: readonly SettingsPage[];
  className?: string;
};

/** A line of pages, the open one marked. */
export function PageLine({ label, pages, className }: PageLineProps) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  const isOpen = ({ path, isArea = false }: SettingsPage) =>
    pathname === path || (isArea && pathname.startsWith(`${path}/`));
  const open = pages.find(isOpen)?.path;
  // Where not all of them fit, the one that is open is in sight.
  useEffect(() => {
    const link = open && nav.current?.querySelector(`a[href="${open}"]`);
    if (link) link.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [open]);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className={classNames(
        "flex h-10 flex-none items-stretch gap-4 overflow-x-auto border-line border-b",
        className,
      )}
    >
      {pages.map(({ path, label: words }) => (
        <Link
          key={path}
          href={path}
          aria-current={path === open ? "page" : undefined}
          className="relative inline-flex flex-none items-center -outline-offset-2 text-ink-3 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:after:bg-accent-text"
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
