/** How menus look, whatever opens them. */
export const menuFrame =
  "z-50 max-h-(--radix-popper-available-height) min-w-44 overflow-auto whitespace-normal rounded-3 border border-line-strong bg-overlay p-1 text-left font-normal text-13 shadow-overlay outline-none";

export const menuRow =
  "flex min-h-8 w-full cursor-default select-none items-center gap-2 rounded-2 px-2 text-ink outline-none data-[highlighted]:bg-hover data-[disabled]:text-ink-3 [&_svg]:text-ink-3";
