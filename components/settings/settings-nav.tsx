"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useId, useRef } from "react";
import type { SettingsPageGroup } from "@/components/data/settings-paths";
import { classNames } from "@/components/ui/class-names";
import { edgeFades, useScrollEdges } from "@/components/ui/use-scroll-edges";

/**
 * The pages of the settings in groups, the open one marked; on a phone one line that scrolls and fades where it goes on. It holds its hidden
 * titles (`relative`): they would widen the document beside a line that scrolls.
 */
export function SettingsNav({ groups }: { groups: readonly SettingsPageGroup[] }) {
  const pathname = usePathname();
  const nav = useRef<HTMLElement>(null);
  const id = useId();
  const { cut, look } = useScrollEdges(nav);
  // Where not all of them fit, the one that is open is in sight.
  useEffect(() => {
    const link = nav.current?.querySelector(`a[href="${pathname}"]`);
    if (link) link.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label="Settings"
      onScroll={look}
      className={classNames(
        "relative w-[184px] flex-none scroll-px-8 overflow-auto border-line border-r px-2 py-3 compact:flex compact:w-full compact:gap-1 compact:border-r-0 compact:border-b compact:py-1",
        cut && edgeFades[cut],
      )}
    >
      {groups.map(({ title, pages }) => (
        <div key={title} className="mb-4 compact:mb-0">
          <p id={`${id}-${title}`} className="px-2 pb-1 text-12 text-ink-3 compact:sr-only">
            {title}
          </p>
          <ul aria-labelledby={`${id}-${title}`} className="grid gap-0.5 compact:flex">
            {pages.map(({ path, label }) => (
              <li key={path}>
                <Link
                  href={path}
                  aria-current={path === pathname ? "page" : undefined}
                  className="-outline-offset-2 flex min-h-8 items-center whitespace-nowrap rounded-2 px-2 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
