import type { HostLoad, HostPackage } from "@/lib/runtime/host-load";
import { sortFiles } from "../internal/host-files";
import { readLenient } from "../internal/lenient-skill";

/** Greenroom's own runtime: loads what its lenient reader can make sense of, and mends the rest. */
export function loadInStandard(pkg: HostPackage): HostLoad {
  const read = readLenient(pkg);
  if (!read.ok) return read.refusal;
  const { name, description } = read.skill;
  const isScript = (path: string) => path.startsWith("scripts/");
  return { state: "loaded", name, description, ...sortFiles(pkg.files, read.path, { isScript }) };
}
