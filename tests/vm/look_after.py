"""The instructions of docs/upkeep.md and docs/settings.md, followed on an installed device."""

from typing import Any

from tests.vm.checks import check_unchanged, check_well, console, documented_command, play_answer, report
from tests.vm.image import Disk, Suite
from tests.vm.machine import Machine, boot

DOCTOR = "sudo tavolino doctor"
SMALL_PANEL = (
    "sudo mkdir -p /boot/firmware/tavolino",
    """echo 'panel = "2.9"' | sudo tee /boot/firmware/tavolino/settings.toml""",
    "sudo systemctl restart tavolino",
)


def look_after(suite: Suite, made: Disk) -> None:
    """Follow the instructions of these pages; in the end plays and user are gone."""
    with boot(made, console(suite)) as machine:
        check_well(machine)
        before = play_answer(machine)
        assert "Started tavolino.service" in machine.run(documented_command("journalctl -u tavolino"))
        machine.run(documented_command("sudo systemctl stop tavolino"))
        _, output, _ = machine.ask(documented_command(DOCTOR))
        assert "store" in output, output
        _check_report(machine, before)
        _give_up(machine)
        machine.run(documented_command("sudo systemctl reset-failed tavolino; sudo systemctl restart tavolino"))
        check_well(machine)
        check_unchanged(before, machine.hand("look"))
        for line in SMALL_PANEL:
            machine.run(documented_command(line))
        check_well(machine)
        after = machine.hand("look")
        check_unchanged(before, after)
        assert after["panel"] == "2.9", after
        machine.run(documented_command("sudo make uninstall ARGS=--purge"))
        machine.run("test ! -e /opt/tavolino && test ! -e /var/lib/tavolino && ! id tavolino")
        machine.run("systemctl poweroff")
        machine.off()
    report(suite, "looked after as the page says: log, doctor, report, deck, panel; taken away with the plays")


def _check_report(machine: Machine, before: dict[str, Any]) -> None:
    """The play is listed and printed; a deck file is imported."""
    listed = machine.run(_in_place_of_doctor("play list"))
    assert f"{before['n']} inputs  goes on" in listed, listed
    play = machine.run(_in_place_of_doctor(f"play export {before['number']}"))
    assert play.count('"do":"input"') >= before["n"], play
    machine.run(f"{_in_place_of_doctor('deck export burgundy automata')} >/tmp/mine.toml")
    assert "Kept as mine." in machine.run(_in_place_of_doctor("deck import /tmp/mine.toml"))
    assert "mine" in machine.run(_in_place_of_doctor("deck list"))


def _in_place_of_doctor(words: str) -> str:
    return documented_command(DOCTOR).replace(" doctor", f" {words}")


def _give_up(machine: Machine) -> None:
    """Let every start fail until systemd gives up; then remove the cause."""
    broken = "/run/systemd/system/tavolino.service.d/broken.conf"
    machine.run(f"mkdir -p $(dirname {broken}); printf '[Service]\\nExecStartPre=/bin/false\\n' >{broken}")
    machine.ask("systemctl daemon-reload; systemctl restart tavolino")
    machine.until("systemctl is-failed tavolino")
    machine.run(f"rm {broken}; systemctl daemon-reload")
