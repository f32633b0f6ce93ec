"""What deploy holds fits together: image, compose, unit, alarms, settings and runbook name the same things."""

from __future__ import annotations

import fnmatch
import json
import os
import re
import shutil
import subprocess
import tomllib
from importlib.metadata import requires
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from bot.cli.main import SUBCOMMANDS, _overridden, build_parser
from bot.platforms.half_open import MOST
from bot.settings import Settings, load_settings, variable
from bot.storage.server_advisories import warning
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def yaml(name: str) -> Any:
    return YAML(typ="safe").load(read(name))


def pins(name: str) -> dict[str, tuple[str, set[str]]]:
    """Packages of a lock: version and hashes."""
    blocks = re.split(r"\n(?=[a-z0-9])", (ROOT / name).read_text(encoding="utf-8"))[1:]
    return {
        block.split("==")[0]: (re.split(r"[ ;\\]", block.split("==")[1])[0], set(re.findall(r"sha256:\w+", block)))
        for block in blocks
    }


@pytest.mark.parametrize("name", ["deploy/requirements.lock", "deploy/build.lock"])
def test_the_locks_of_the_image_are_parts_of_the_whole_one(name: str) -> None:
    whole, part = pins("requirements.lock"), pins(name)
    assert len(part) >= 5
    assert {package: pin for package, pin in part.items() if whole[package] != pin} == {}
    assert all(hashes for _, hashes in part.values())


def test_the_image_has_what_runs_and_no_tools_of_development() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def names(wanted: list[str]) -> set[str]:
        return {re.split(r"[<>=; ]", requirement)[0] for requirement in wanted}

    part, needed = set(pins("deploy/requirements.lock")), names(project["dependencies"])
    assert needed <= part
    brought = {name for one in needed for name in names(requires(one) or [])}
    tools = names(project["optional-dependencies"]["dev"] + project["optional-dependencies"]["map"])
    assert part & tools <= brought, "only what a dependency brings along may also be a tool"


def test_the_image_copies_what_is_there_and_is_not_ignored() -> None:
    text = read("Dockerfile")
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = {line[1:] for line in ignored if line.startswith("!")}
    copied = [name for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE) for name in line.split()[:-1]]
    assert len(copied) >= 10
    for name in copied:
        assert (ROOT / name).exists(), name
        assert any(fnmatch.fnmatch(name, one) or name.startswith(f"{one}/") for one in kept), name
    assert ".env" in ignored
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["packages"]) <= set(copied)


def test_the_image_runs_as_nobody_special_and_tells_its_health() -> None:
    final = read("Dockerfile").split("\nFROM ")[-1]
    assert re.search(r"^USER \d+$", final, re.MULTILINE)
    assert not re.search(r"apt-get|pip install|gcc|build-essential", final)
    assert "HEALTHCHECK" in final
    assert "/healthz" in final
    for name in re.findall(r"(FELDPOST_[A-Z_]+)=", final):
        assert name in known_variables(), name


def known_variables() -> set[str]:
    return {variable(field) for field in Settings.model_fields}


def test_compose_keeps_the_games() -> None:
    services = yaml("compose.yaml")["services"]
    assert set(services) == {"feldpost", "redis", "backup", "prometheus", "grafana"}
    bot, redis, backup = services["feldpost"], services["redis"], services["backup"]
    assert bot["read_only"] is True
    assert bot["cap_drop"] == ["ALL"]
    assert int(bot["stop_grace_period"].removesuffix("s")) >= Settings().stop_seconds + 30
    for name in bot["environment"]:
        assert name in known_variables(), name
    conf = read("redis.conf")
    assert re.search(r"^appendonly yes$", conf, re.MULTILINE)
    assert re.search(r"^maxmemory-policy noeviction$", conf, re.MULTILINE)
    assert "./redis.conf:/etc/redis/feldpost.conf:ro" in redis["volumes"]
    assert warning(f"Redis {redis['image'].partition(':')[2].partition('-')[0]}") == "", "no holes that are known"
    assert redis["image"] == backup["image"]
    assert "exec setpriv --reuid redis --regid redis" in redis["command"][2], "a shell of the image is root's"
    assert services["grafana"]["environment"]["GF_SECURITY_ADMIN_PASSWORD"].startswith("${GRAFANA_PASSWORD:?")
    assert "ports" not in redis, "nobody outside reaches the store"
    assert "redis:/data" in redis["volumes"]
    assert "/backup.sh" in backup["entrypoint"]
    for service in services.values():
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                assert source in yaml("compose.yaml")["volumes"], source


#: What each service is handed of .env, besides the settings of the bot.
HANDED = {
    "feldpost": {"REDIS_PASSWORD"}, "redis": {"REDIS_PASSWORD"}, "backup": {"REDIS_PASSWORD"},
    "prometheus": set(), "grafana": {"GRAFANA_PASSWORD"},
}  # fmt: skip


def test_compose_hands_each_service_its_own_secrets_only() -> None:
    """No service gets the whole .env: the bot its settings, each by its name, and the others a password or nothing."""
    for name, service in yaml("compose.yaml")["services"].items():
        assert "env_file" not in service, name
        handed = set(re.findall(r"(?<!\$)\$\{(\w+)", json.dumps(service)))
        assert handed - (known_variables() if name == "feldpost" else set()) == HANDED[name], name
    bot = yaml("compose.yaml")["services"]["feldpost"]["environment"]
    assert set(bot) == known_variables(), "a setting that is missing here never reaches the bot"
    assert all(value == f"${{{name}:-}}" for name, value in bot.items() if "$" in value and name != "REDIS_URL")


#: An image by its tag, for people, and its digest.
BY_DIGEST = r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}"


def images() -> list[str]:
    """Every image that is fetched: those of compose, and those on which ours is built."""
    services = yaml("compose.yaml")["services"].values()
    text = read("Dockerfile")
    (python,) = re.findall(r"^ARG PYTHON=(\S+)$", text, re.MULTILINE)
    bases = {line.split()[0] for line in re.findall(r"^FROM (.*)$", text, re.MULTILINE)}
    assert bases == {"python:${PYTHON}"}
    assert "# syntax=" not in text, "one more image, which reads the file"
    return [f"python:{python}", *(service["image"] for service in services if "build" not in service)]


def test_images_are_named_by_their_digests() -> None:
    assert len(images()) == 5
    for image in images():
        assert re.fullmatch(BY_DIGEST, image), image


@pytest.mark.process
@pytest.mark.parametrize("answer", ["sha256:" + "5" * 64, "", "no such manifest"])
def test_the_digests_are_renewed_all_or_none(tmp_path: Path, answer: str) -> None:
    """With a docker that says the same of each image, or fails at one of them."""
    for name in ("pin_images.sh", "compose.yaml", "Dockerfile"):
        shutil.copy(DEPLOY / name, tmp_path)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(f'#!/bin/sh\necho "$4" >>{tmp_path}/asked\necho "{answer}"\n')
    docker.chmod(0o755)
    environment = {"PATH": f"{docker.parent}:{os.environ['PATH']}"}
    done = subprocess.run([tmp_path / "pin_images.sh"], env=environment, capture_output=True, text=True, check=False)
    asked = (tmp_path / "asked").read_text().split()
    after = (tmp_path / "compose.yaml").read_text() + (tmp_path / "Dockerfile").read_text()
    if answer.startswith("sha256:"):
        assert done.returncode == 0, done.stderr
        assert sorted(asked) == sorted({image.partition("@")[0] for image in images()})
        assert set(re.findall(r"@(sha256:\w+)", after)) == {answer}
        assert re.sub(r"@sha256:\w+", "", after) == re.sub(
            r"@sha256:\w+", "", read("compose.yaml") + read("Dockerfile")
        )
    else:
        assert done.returncode == 1
        assert "cannot read the digest" in done.stderr
        assert after == read("compose.yaml") + read("Dockerfile")


def test_compose_hands_over_no_port_to_the_world() -> None:
    for service in yaml("compose.yaml")["services"].values():
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", ()))


@pytest.mark.process
@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze (Debian: systemd)")
def test_the_unit_is_sound_and_hardened(tmp_path: Path) -> None:
    unit = tmp_path / "feldpost.service"
    program = tmp_path / "feldpost"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit.write_text(read("feldpost.service").replace("/opt/feldpost/bin/feldpost", str(program)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(unit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_unit_keeps_its_data_whatever_the_file_of_settings_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Systemd lets EnvironmentFile= win over Environment=, and the example sets every variable."""
    unit = read("feldpost.service")
    (start,) = re.findall(r"^ExecStart=/opt/feldpost/bin/feldpost (.*)$", unit, re.MULTILINE)
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if line.startswith(("FELDPOST_", "REDIS_URL")):
            monkeypatch.setenv(*line.split("=", 1))
    settings = _overridden(load_settings(), build_parser().parse_args(start.split()))
    assert settings.var == Path("/var/lib") / re.findall(r"^StateDirectory=(.*)$", unit, re.MULTILINE)[0]


def test_the_unit_waits_as_long_as_the_bot_may_need() -> None:
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", read("feldpost.service"), re.MULTILINE)
    assert int(seconds) >= Settings().stop_seconds + 30


@pytest.mark.process
@pytest.mark.skipif(shutil.which("promtool") is None, reason="no promtool (Debian: prometheus)")
def test_prometheus_reads_its_files_and_every_query_of_the_board(tmp_path: Path) -> None:
    for what, name in (("config", "prometheus.yml"), ("rules", "alerts.yml")):
        done = subprocess.run(["promtool", "check", what, DEPLOY / name], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    board = json.loads(read("grafana/feldpost.json"))
    queries = [target["expr"] for panel in board["panels"] for target in panel.get("targets", ())]
    rules = [
        {"record": f"board:{number}", "expr": expr.replace("$__rate_interval", "5m")}
        for number, expr in enumerate(queries)
    ]
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"groups": [{"name": "board", "rules": rules}]}))
    done = subprocess.run(["promtool", "check", "rules", path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout


def test_the_panels_of_the_board_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in json.loads(read("grafana/feldpost.json"))["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells


def test_every_alarm_leads_to_a_chapter_of_the_runbook() -> None:
    headings = set(re.findall(r"^#+ (.*)$", read("RUNBOOK.md"), re.MULTILINE))
    rules = [rule for group in yaml("alerts.yml")["groups"] for rule in group["rules"]]
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 8
    for rule in rules:
        chapter = rule["annotations"]["summary"].partition("RUNBOOK.md, ")[2]
        assert chapter in headings, rule["alert"]


#: Sizes that the runbook and the page of the store give, each with the test that measures it.
MEASURED = dict.fromkeys(
    ("114 bytes", "143 KB"), "tests/storage/test_sizes.py::test_a_finished_campaign_takes_what_the_runbook_says"
) | {"200 bytes": "tests/storage/test_sizes.py::test_an_answer_takes_what_the_runbook_says"}


def test_a_size_in_the_runbook_is_measured_by_a_test() -> None:
    given = set(re.findall(r"\b[\d.,]+ ?(?:[kKMGT]i?B|bytes)\b", read("RUNBOOK.md") + read("README.md")))
    assert given == set(MEASURED)
    for test in MEASURED.values():
        path, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_the_runbook_names_what_there_is() -> None:
    text = read("RUNBOOK.md")
    spans = [
        *re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text),
        *"\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL)).splitlines(),
    ]
    assert len(spans) > 60
    used = {name for span in spans for name in re.findall(r"(?:^|bin/| )feldpost ([a-z]+)", span.partition("#")[0])}
    assert {"run", "check", "games", "parked"} <= used <= {row.name for row in SUBCOMMANDS}
    for name in set(re.findall(r"\b((?:FELDPOST|REDIS)_[A-Z_]+)\b", text)) - {"REDIS_PASSWORD"}:
        assert name in known_variables(), name
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("https://") or (DEPLOY / link).exists(), link
    for script in re.findall(r"deploy/([a-z_/.]+\.(?:sh|yaml|yml|service|conf|json))", text):
        assert (DEPLOY / script).exists(), script


def test_the_bot_may_open_as_many_files_as_its_connections_take() -> None:
    """More than all listeners let stand that bring nothing, with room for those that do; without a line it is 1,024."""
    (unit,) = re.findall(r"^LimitNOFILE=(\d+)$", read("feldpost.service"), re.MULTILINE)
    compose = yaml("compose.yaml")["services"]["feldpost"]["ulimits"]["nofile"]
    assert {int(unit), compose["soft"], compose["hard"]} == {16384}
    listeners = 4
    assert int(unit) > 4 * listeners * 2 * MOST
