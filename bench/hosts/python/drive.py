"""Runs one host that is a Python library: `drive.py <host> <sources>`, a request as JSON in, what it did as JSON out."""

import importlib
import json
import sys
import warnings

warnings.simplefilter("ignore")
hosts = {"adk": "run_adk", "skillkit": "run_skillkit", "pydantic-ai": "run_pydantic_ai"}

if __name__ == "__main__":
    host, sources = sys.argv[1:3]
    result = importlib.import_module(hosts[host]).main(sources, json.load(sys.stdin))
    json.dump(result, sys.stdout, ensure_ascii=False, default=str)
