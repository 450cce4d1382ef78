"""The laboratory: figures add up however the work is cut, an interrupted study goes on, and what is found is what is known."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from lastcard.cli import main
from lastcard.lab import jobs
from lastcard.lab.figures import summary_from
from lastcard.lab.jobs import Job, ResultStore, jobs_of, run_job, run_study
from lastcard.lab.report import conditions, figure_table, html_page, markdown
from lastcard.lab.study import MAX_ROUNDS, Engine, StudyError, compare, read_study
from lastcard.sim.play import Policy

if TYPE_CHECKING:
    from pathlib import Path

    from lastcard.lab.study import Study


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> Study:
    """Two rule sets, in jobs of 100 rounds."""
    monkeypatch.setitem(jobs.ROUNDS_PER_JOB, Engine.SIMULATOR, 100)
    return compare(["classic", "stacking=same"], rounds=450, seed=3)


def test_figures_are_the_same_however_the_work_is_cut(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five jobs give what one gives, matches included."""
    cut = run_study(study)
    monkeypatch.setitem(jobs.ROUNDS_PER_JOB, Engine.SIMULATOR, 1000)
    whole = run_study(study)
    for a, b in zip(cut, whole, strict=True):
        assert (a.turns, a.places, a.seats, a.cards) == (b.turns, b.places, b.seats, b.cards)
        assert {k: (m.n, m.total) for k, m in a.figures.items()} == {
            k: (m.n, m.total) for k, m in b.figures.items()
        }
        assert a.forced.totals == b.forced.totals
        assert a.figures["match_rounds"].n == 22
        assert summary_from(json.loads(json.dumps(a.data()))) == a


def test_processes_change_nothing(study: Study) -> None:
    """Two processes find what one finds."""
    assert run_study(study, processes=2) == run_study(study)


def test_an_interrupted_study_goes_on_where_it_was(study: Study, tmp_path: Path) -> None:
    """What was done is not done again; a line that was cut off is."""
    file = tmp_path / "done.jsonl"
    reported: list[tuple[int, int]] = []

    def stop(done: int, of: int) -> None:
        reported.append((done, of))
        if done == 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(study, store=ResultStore(file), progress=stop)
    assert reported == [(0, 450), (100, 450), (200, 450)]
    file.write_text(file.read_text() + '{"job": "half a li')
    reported.clear()
    found = run_study(study, store=ResultStore(file), progress=lambda done, of: reported.append((done, of)))
    assert reported[0] == (200, 450)
    assert found == run_study(study)
    reported.clear()
    run_study(study, store=ResultStore(file), progress=lambda done, of: reported.append((done, of)))
    assert reported == [(450, 450)]  # nothing was written behind the half line


def test_jobs_of_other_studies_are_not_taken_for_these(study: Study, tmp_path: Path) -> None:
    """Another seed, rule or policy is another study; more rounds of the same are not."""
    kept = ResultStore(tmp_path / "done.jsonl")
    first = next(jobs_of(study))
    kept.save(first, run_job(first))
    assert first in ResultStore(tmp_path / "done.jsonl")
    assert next(jobs_of(replace(study, rounds=900))) in kept
    for other in (
        replace(study, seed=4),
        compare(["classic", "deflect=on,stacking=same"], rounds=450, seed=3),
    ):
        assert next(jobs_of(other)) not in kept


def test_differences_are_paired_by_deal(study: Study) -> None:
    """The interval of a difference is narrower than that of two unpaired means."""
    base, other = run_study(study)
    paired = other.differences["turns"].estimate()
    assert paired.mean == pytest.approx(
        other.figures["turns"].estimate().mean - base.figures["turns"].estimate().mean
    )
    assert paired.margin < np.hypot(
        base.figures["turns"].estimate().margin, other.figures["turns"].estimate().margin
    )


@pytest.mark.tier("default")
@pytest.mark.rule("V4")
def test_seven_zero_makes_the_seats_equal() -> None:
    """Sevens and zeros take the first player's advantage away (known from independent simulation)."""
    classic, seven = run_study(
        compare(["classic", "seven_zero=on"], rounds=30_000, policy="sensible"), processes=2
    )
    assert classic.figures["first_wins"].estimate().low > 0.26
    assert seven.figures["first_wins"].estimate().high < 0.262


def test_the_report_has_every_figure_and_its_conditions(study: Study) -> None:
    """Markdown, HTML and CSV say the policy, the number of rounds and the seed."""
    summaries = run_study(study)
    for text in (markdown(study, summaries), html_page(study, summaries)):
        assert "450 rounds by policy R, seed 3" in text
        assert "turns a round" in text
        assert "rounds a match" in text
        assert "a copy held at the start wins" in text
    head, rows = figure_table(study, summaries)
    assert head == ["", "classic", "stacking=same", "stacking=same − classic"]
    assert all(len(row) == 4 for row in rows)


def test_the_conditions_name_every_policy() -> None:
    """Policy sensible, a hero, and one made of weights and chances."""
    assert "rounds by policy sensible, seed 0" in conditions(compare(["classic"], policy="sensible"))
    assert "policy R, seat 0 by policy sensible" in conditions(compare(["classic"], hero="sensible"))
    made = replace(compare(["classic"]), policies=(Policy((1, 2, 3, 4, 5, 6), forget=0.5),))
    assert "policy of weights with weights 1 2 3 4 5 6, forget 0.5" in conditions(made)


@pytest.mark.tier("default")
def test_a_study_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same as from the command line, written down; report and plots stand in the folder."""
    file = tmp_path / "study.toml"
    file.write_text(
        'title = "Do sevens matter?"\nrounds = 300\nseed = 1\npolicy = "sensible"\nplayers = 3\n'
        '[[variants]]\nname = "printed"\nedition = "classic"\n'
        '[[variants]]\nname = "sevens"\nedition = "classic"\noptions = {seven_zero = true}\n'
    )
    assert main(["lab", "run", str(file), "--out", str(tmp_path / "out"), "--jobs", "1"]) == 0
    assert "sevens − printed" in capsys.readouterr().out
    assert (tmp_path / "out" / "report.md").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("rounds = ", "not TOML"),
        ("rouds = 3", "rouds is no key of a study"),
        ("rounds = 3", "at least one"),
        ("rounds = 0\n[[variants]]\nedition = 'classic'", "rounds: 1 to"),
        ("[[variants]]\nedition = 'classic'\n[[variants]]\nedition = 'classic'", "two have the same name"),
        ("policy = 'wild'\n[[variants]]\nedition = 'classic'", "'wild' is none of R, sensible"),
        ("[[variants]]\nedition = 'classic'\npublished = {length = 3}", "published: length = 3"),
        ("[[variants]]\nedition = 'classic'\npublished = 3", "a table of figures is needed"),
        ("policy = {forget = 2}\n[[variants]]\nedition = 'classic'", "a chance from 0 to 1"),
        ("dare = 'often'\n[[variants]]\nedition = 'classic'", "dare: a chance from 0 to 1"),
        ("engine = 'abacus'\n[[variants]]\nedition = 'classic'", "'abacus' is none of simulator, rules"),
        ("policy = {weights = [1]}\n[[variants]]\nedition = 'classic'", "weights are six numbers"),
        (
            "[[variants]]\nedition = 'classic'\noptions = {stack = 'same'}",
            "variants[0]: stack: there is no such option",
        ),
        ("players = 11\n[[variants]]\nedition = 'classic'", "variants[0]: players: 2 to 10 can play, not 11"),
        ("[[variants]]\nedition = 'classic'\nwritten = {WC1 = 3}", "variants[0]: written.WC1: a table"),
        ("[[variants]]\nedition = 'classic'\noptions = 5", "variants[0]: options: a table of options"),
        (
            "policy = {weights = [inf, 0, 0, 0, 0, 0]}\n[[variants]]\nedition = 'classic'",
            "weights are six numbers",
        ),
        (
            "policy = {weights = [true, 0, 0, 0, 0, 0]}\n[[variants]]\nedition = 'classic'",
            "weights are six numbers",
        ),
        ("hero = {weights = 5}\n[[variants]]\nedition = 'classic'", "hero: weights are six numbers, not 5"),
        ("title = 5\n[[variants]]\nedition = 'classic'", "title: a text is needed, not 5"),
        ("[[variants]]\nname = 5\nedition = 'classic'", "variants[0]: name: a text is needed, not 5"),
        ("seed = -1\n[[variants]]\nedition = 'classic'", "seed: a whole number from 0 to"),
        ("seed = 1.5\n[[variants]]\nedition = 'classic'", "seed: a whole number from 0 to"),
        ("seed = 99999999999999999999\n[[variants]]\nedition = 'classic'", "seed: a whole number from 0 to"),
        ("[[variants]]\nedition = 'classic'\npublished = {turns = nan}", "published: turns = nan"),
    ],
)
def test_a_bad_file_is_told_what_is_wrong(
    tmp_path: Path, text: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the place, and exit code 2."""
    file = tmp_path / "study.toml"
    file.write_text(text)
    assert main(["lab", "run", str(file)]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.startswith(f"lastcard: {file}: ")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("classic stacking", "stacking: neither an edition"),
        ("stack=same", "stack: there is no such option"),
        ("deflect=on", "only where debts are stacked"),
        ("=5", "=5: there is no such option"),
        ("stacking=same,stacking=cross", "stacking is set twice"),
        ("players=3,players=4", "players is set twice"),
        ("hand_size=²", "a number from 1 to 15 is needed, not '²'"),
        ("hand_size=--5", "a number from 1 to 15 is needed, not '--5'"),
        ("players=²", "2 to 10 can play, not '²'"),
        ("renege=maybe", "on or off is needed, not 'maybe'"),
        ("classic --games 1e400", "a whole number from 1 is needed, such as 1e6, not '1e400'"),
        ("classic --games nan", "a whole number from 1 is needed, such as 1e6, not 'nan'"),
        ("classic --games 0", "a whole number from 1 is needed, such as 1e6, not '0'"),
        ("classic --jobs -3", "a number of processes from 1 is needed, not '-3'"),
        ("classic --jobs 0", "a number of processes from 1 is needed, not '0'"),
        ("classic --seed -1", "seed: a whole number from 0 to 18446744073709551615 is needed, not -1"),
        ("classic --every-round", "say with --out in which folder"),
    ],
)
def test_bad_words_are_told_what_is_wrong(words: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown setting, rules that cannot be, numbers that are none."""
    assert main(["lab", "compare", "--games", "10", *words.split()]) == 2
    assert why in capsys.readouterr().err


def test_options_of_cards_can_be_compared() -> None:
    """Lost cards, cards left out and stand-ins, as anywhere on the command line (D5, D7)."""
    _, lost = compare(["classic", "lost=R5 R6,replace=Y*=R5"]).variants
    _, out = compare(["swap-112", "without=WS"]).variants
    assert [card.token for card in lost.rules.lost] == ["R5", "R6"]
    assert [(blank.token, card.token) for blank, card in lost.rules.replace] == [("Y*", "R5")]
    assert [card.token for card in out.rules.without] == ["WS"]


def test_a_folder_that_is_none_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is in the way."""
    (tmp_path / "file").write_text("")
    assert main(["lab", "compare", "classic", "--games", "10", "--out", str(tmp_path / "file")]) == 2
    assert "file: a folder is needed, and this is none" in capsys.readouterr().err


@pytest.mark.tier("default")
def test_one_round_says_nothing_for_sure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of one round anything may be the mean; a share of a few is not certain though all were alike; plots are drawn all the same."""
    assert main(["lab", "compare", "classic", "stacking=same", "--games", "1", "--out", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert re.search(r"^turns a round +\d+\.\d ± ∞", output, re.MULTILINE)
    assert " ± 0.000" not in output
    assert (tmp_path / "report.md").exists()


def test_a_variant_may_have_what_a_rule_set_has(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Sides, elimination, written rules, and figures that others published."""
    file = tmp_path / "study.toml"
    file.write_text(
        """
        policy = "sensible"
        hero = "R"
        [[variants]]
        name = "sides"
        edition = "classic"
        teams = [[0, 2], [1, 3]]
        published = {turns = 40, percentile_95 = 80, place_1 = 0.3}
        [[variants]]
        name = "out"
        edition = "classic"
        options = {scoring = "elimination", target = 200}
        [[variants]]
        name = "written"
        edition = "swap-112"
        [variants.written.WC1]
        text = "Everyone but you draws two."
        effects = [{draw = 2, who = "others"}]
        """
    )
    assert main(["lab", "run", str(file), "--games", "300", "--jobs", "1"]) == 0
    output = capsys.readouterr().out
    assert "300 rounds by policy sensible, seat 0 by policy R" in output
    assert re.search(r"^rounds a match +\d", output, re.MULTILINE)
    assert re.search(r"^seat 0 wins the match +\d", output, re.MULTILINE)
    assert re.search(r"^sides +turns a round +40 +\d\d\.\d ± \d", output, re.MULTILINE)
    assert re.search(r"^sides +the dealer's left goes out +30 % +\d", output, re.MULTILINE)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    """Which file, and why."""
    with pytest.raises(StudyError, match=r"nothing\.toml"):
        read_study(tmp_path / "nothing.toml")


def test_names_are_shown_and_nothing_else(study: Study) -> None:
    """In Markdown as in HTML: marks and tags in a name are signs of the name, and a line is a line."""
    name = "<b>*a* | [x](y) `c` _d_ e_f #1 & ~g~ \\"
    variants = (replace(study.variants[0], name=name), *study.variants[1:])
    strange = replace(study, title=name, variants=variants)
    found = run_study(study)
    text, shown = markdown(strange, found), r"\<b\>\*a\* \| \[x\](y) \`c\` \_d\_ e_f \#1 \& \~g\~ \\"
    assert text.startswith(f"# {shown}\n")
    assert f"\n## Cards: {shown}\n" in text
    assert f" {shown} | " in text
    assert name not in text
    assert name not in html_page(strange, found)


def test_a_name_is_one_line(tmp_path: Path) -> None:
    """Whatever a file writes into it."""
    file = tmp_path / "study.toml"
    file.write_text('title = "a\\nb"\n[[variants]]\nname = "c\\n\\td "\nedition = "classic"')
    found = read_study(file)
    assert (found.title, found.variants[0].name) == ("a b", "c d")


def test_a_study_of_many_rounds_begins_at_once() -> None:
    """Jobs are made when they are asked for: an interruption at the first one has seen no other."""
    asked = []

    class Once:
        def submit(self, work: object, job: Job) -> Any:
            """Interrupt."""
            asked.append((work, job))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_study(compare(["classic"], rounds=MAX_ROUNDS), executor=Once())
    assert len(asked) == 1
    assert not isinstance(jobs_of(compare(["classic"], rounds=MAX_ROUNDS)), list)


def test_an_interruption_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the folder where what is done is kept, or that there is none."""

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("lastcard.lab.jobs.run_study", interrupted)
    assert main(["lab", "compare", "classic"]) == 130
    assert "Nothing of it is kept; with --out DIR" in capsys.readouterr().err
    assert main(["lab", "compare", "classic", "--out", str(tmp_path)]) == 130
    assert f"The same command goes on from there ({tmp_path})." in capsys.readouterr().err
