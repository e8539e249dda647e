import { classNames } from "./class-names";

/** The mark: the same drawing as public/icons/icon.svg, in the theme's accent. */
export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={classNames("block size-5 flex-none", className)}>
      <rect width="16" height="16" rx="3.5" fill="var(--accent)" />
      <path
        d="M12 5V4.6A.6.6 0 0 0 11.4 4H4.6a.6.6 0 0 0-.6.6v6.8a.6.6 0 0 0 .6.6h6.8a.6.6 0 0 0 .6-.6V8.5H8.2"
        fill="none"
        stroke="var(--accent-on)"
        strokeWidth="1.75"
        strokeLinecap="square"
      />
    </svg>
  );
}

export function Brand() {
  return (
    <span className="flex items-center gap-2 font-semibold text-14 tracking-[-0.015em]">
      <BrandMark />
      Greenroom
    </span>
  );
}
