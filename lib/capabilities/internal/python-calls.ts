import { does, path, tableOf } from "./code-calls";

const verbs = (owner: string) =>
  "get post put delete patch head options request stream"
    .split(" ")
    .map((verb) => `${owner}.${verb}`)
    .join(" ");

export const pythonCalls = tableOf([
  [
    does("shell"),
    "os.system os.popen subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell",
  ],
  [
    does("program", 0, { keyword: "args" }),
    "subprocess.run subprocess.Popen subprocess.call subprocess.check_call subprocess.check_output asyncio.create_subprocess_exec pexpect.spawn pty.spawn os.execv os.execvp os.execl os.execlp os.execve os.execvpe os.posix_spawn os.startfile",
  ],
  [does("program", 1), "os.spawnv os.spawnvp os.spawnl os.spawnlp"],
  [
    does("address", 0, { keyword: "url" }),
    [
      ...[
        "requests",
        "httpx",
        "session",
        "client",
        "http_client",
        "async_client",
        "http",
        "self.session",
        "self.client",
        "self._client",
        "self._session",
        "urllib3",
      ].map(verbs),
      "urllib.request.urlopen urllib.request.urlretrieve urllib.request.Request urlopen websockets.connect websocket.create_connection aiohttp.request wget.download webbrowser.open feedparser.parse .goto pd.read_html",
    ].join(" "),
  ],
  [
    does("address", 1),
    "requests.request httpx.request session.request client.request self.session.request self.client.request aiohttp.request",
  ],
  [
    does("host", 0, { keyword: "host" }),
    "http.client.HTTPSConnection http.client.HTTPConnection smtplib.SMTP smtplib.SMTP_SSL ftplib.FTP ftplib.FTP_TLS imaplib.IMAP4_SSL imaplib.IMAP4 poplib.POP3_SSL telnetlib.Telnet socket.create_connection socket.gethostbyname socket.getaddrinfo paramiko.Transport psycopg2.connect psycopg.connect pymysql.connect redis.Redis sock.connect s.connect ssh.connect",
  ],
  [path("read", 0, { keyword: "file" }), "open io.open codecs.open aiofiles.open"],
  [
    path("opened", 0),
    "pathlib.Path pathlib.PurePath Path os.path.join os.path.expanduser os.path.expandvars os.path.abspath os.path.realpath",
  ],
  [
    path("read", 0),
    "os.listdir os.scandir os.walk os.stat os.path.getsize glob.glob glob.iglob shutil.make_archive zipfile.ZipFile tarfile.open pd.read_csv pd.read_excel pd.read_json pandas.read_csv pandas.read_excel pandas.read_json np.load numpy.load PIL.Image.open Image.open openpyxl.load_workbook load_workbook os.open",
  ],
  [
    path("written", 0),
    "os.remove os.unlink os.mkdir os.makedirs os.rmdir os.removedirs os.chmod os.chown os.truncate shutil.rmtree os.utime .to_csv .to_excel .to_json .savefig",
  ],
  [
    path("read", 0, { alsoWrites: 1 }),
    "shutil.copy shutil.copy2 shutil.copyfile shutil.copytree shutil.move os.rename os.replace os.symlink os.link",
  ],
  [
    does("environment"),
    "os.getenv os.environ.get os.environ.pop os.environ.setdefault os.getenvb getenv environ.get",
  ],
  [does("module"), "importlib.import_module __import__ import_module"],
  [does("code"), "eval exec compile runpy.run_path marshal.loads pickle.loads"],
]);

/** What is done with a path that an object stands for: `Path("/etc/x").write_text(…)`. */
export const pathVerbs: Readonly<Record<string, "read" | "written">> = {
  open: "read",
  read_text: "read",
  read_bytes: "read",
  iterdir: "read",
  glob: "read",
  rglob: "read",
  stat: "read",
  write_text: "written",
  write_bytes: "written",
  mkdir: "written",
  touch: "written",
  unlink: "written",
  rmdir: "written",
  rename: "written",
  replace: "written",
  chmod: "written",
  symlink_to: "written",
};

/** Modules of CPython 3.8 to 3.14. */
export const pythonStandard: ReadonlySet<string> = new Set(
  "abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop annotationlib base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo __future__ __main__".split(
    " ",
  ),
);
