import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { withServer } from "../database/with-server";
import { defaultFolder, type Installable, installPackage } from "../install-package";
import { print } from "../print-text";
import { readOption } from "../read-option";
import { reportCheck } from "../report-checks";

const usage = `npm run bench -- generated-client [--folder <folder>]

Makes a client from the API's document, as a running server serves it, with a generator that is installed outside of the
repository; checks a small program that uses it with tsc --strict, and runs that program against the server.

  --folder   where the generator is installed; GREENROOM_HOSTS_DIR, or a folder of the user's cache
`;

/** The generator wants a TypeScript of its own, which npm installs beside it. */
const generator = { id: "openapi-typescript", package: "openapi-typescript", version: "7.13.0" } as const;
const runtime = { id: "openapi-fetch", package: "openapi-fetch", version: "0.17.0" } as const;
const root = resolve(import.meta.dirname, "../..");
const documentSchema = z.looseObject({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) });

/** Exits 1 when the client cannot be made, does not type-check or does not work; 0 with a message without npm. */
export async function run(options: readonly string[]): Promise<number> {
  if (options.includes("--help")) {
    print(usage);
    return 0;
  }
  const folder = resolve(readOption(options, "folder") ?? defaultFolder());
  const program = modulesOf(generator, folder);
  const library = modulesOf(runtime, folder);
  if (!program || !library) return 0;
  return withServer<typeof import("./furnish-program")>(
    "/bench/generated-client/furnish-program.ts",
    async ({ furnishProgram }, { baseUrl }) => {
      const document = documentSchema.parse(await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json());
      const place = mkdtempSync(join(tmpdir(), "generated-client-"));
      try {
        writeFileSync(join(place, "openapi.json"), JSON.stringify(document));
        const steps = [
          [
            "the client is made",
            join(program, "openapi-typescript/bin/cli.js"),
            "openapi.json",
            "-o",
            "client.d.ts",
          ],
          ["tsc --strict", join(root, "node_modules/typescript/bin/tsc"), "-p", "."],
          ["the program, against the server", "dist/program.js", baseUrl, ...(await furnishProgram())],
        ] as const;
        layOut(place, library);
        return steps.every(([what, ...args]) => succeeds(what, place, args)) ? 0 : 1;
      } finally {
        rmSync(place, { recursive: true, force: true });
      }
    },
  );
}

/** Where a package lies with what it needs; null when it is not installed and cannot be fetched. */
function modulesOf(wanted: Installable, folder: string): string | null {
  const bin = installPackage(wanted, folder);
  return bin && join(bin, "..");
}

/** The program with what it imports, and a strict configuration. */
function layOut(place: string, library: string): void {
  cpSync(join(import.meta.dirname, "program.ts.txt"), join(place, "program.ts"));
  mkdirSync(join(place, "node_modules"), { recursive: true });
  for (const name of ["openapi-fetch", "openapi-typescript-helpers"])
    if (existsSync(join(library, name))) symlinkSync(join(library, name), join(place, "node_modules", name));
  writeFileSync(join(place, "package.json"), '{"private":true,"type":"module"}');
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "nodenext",
    types: [],
    outDir: "dist",
  };
  writeFileSync(
    join(place, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["program.ts", "client.d.ts"] }),
  );
}

function succeeds(what: string, cwd: string, args: readonly string[]): boolean {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  const said = `${stdout}${stderr}`.trim();
  const holds = status === 0;
  reportCheck({ what, holds, seen: holds ? (said.split("\n").at(-1) ?? "") : said });
  return holds;
}
