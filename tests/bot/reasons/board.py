"""Positions on the board, each with a refused order, by the code of the reason."""

from __future__ import annotations

from tests.bot.reasons import stages
from tests.bot.reasons.banquet_fights import FIGHTS
from tests.bot.reasons.goals import GOALS
from tests.bot.reasons.losses import LOSSES
from tests.bot.reasons.refused import Refused
from tests.bot.reasons.suicide import SUICIDE
from tests.bot.reasons.variants import VARIANTS
from tests.support.table import AP, CP, Table

BOARD: tuple[Refused, ...] = (
    # the order cannot be read
    Refused("ambiguous", stages.operating(), CP, ("activate be attack",)),
    Refused("unknown_space", stages.operating(), CP, ("choose for movement xyzzy",)),
    Refused("unknown_card", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("play gunz",)),
    Refused("enemy_unit", stages.shut_in, CP, ("move ru 2 army koblenz",)),
    Refused("no_such_unit", stages.moving("koblenz"), CP, ("move it 4 army udine",)),
    Refused("not_at_full", stages.reduced, CP, ("move ge 1 army full strength aachen",)),
    Refused("not_at_full", stages.reduced, CP, ("move ge 1 (full strength) aachen",)),
    Refused("not_reduced", stages.moving("koblenz"), CP, ("move reduced ge 2 army aachen",)),
    Refused("fewer_units", stages.moving("koblenz"), CP, ("move 2 ge corps aachen",)),
    Refused("not_understood", stages.moving("koblenz"), CP, ("move ge 1 army aachen qwertz",)),
    Refused("something_missing", stages.moving("!koblenz"), CP, ("attack ;",)),
    Refused("no_flank", stages.moving("!koblenz"), CP, ("attack sedan flank",)),
    Refused("place_not_on_map", stages.moving("koblenz"), CP, ("move ge 1 army köln",)),
    Refused("which_target", stages.moving("!koblenz"), CP, ("attack with ge 1 army",)),
    Refused("undecided", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("play 1 ops",)),
    Refused("which_card", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("play ops",)),
    Refused("own_end", stages.moving("koblenz"), CP, ("move ge 1 army frankfurt done",)),
    Refused("moves_nowhere", stages.moving("koblenz"), CP, ("move ge 1 army koblenz",)),
    Refused("from_and_to", stages.moving("koblenz"), CP, ("move all frankfurt",)),
    Refused("spaces_not_units", stages.operating(), CP, ("activate ge 1 army move",)),
    Refused("none_can", stages.one_moved, CP, ("move ge corps frankfurt", "move ge corps essen")),
    Refused("which_units", stages.moving("koblenz"), CP, ("move koblenz",)),
    Refused("which_space", stages.operating(), CP, ("activate attack",)),
    Refused("where_to", stages.moving("koblenz"), CP, ("move ge 1 army",)),
    Refused("move_or_attack", stages.operating(), CP, ("activate koblenz",)),
    Refused("how_to_play", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("play cp 1",)),
    Refused("no_such_use", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("play guns of august as soup",)),
    Refused("sr_form", lambda: stages.west().redeploy(CP), CP, ("sr ge corps",)),
    Refused("one_attack", stages.moving("!koblenz"), CP, ("attack sedan; liege",)),
    Refused("no_such_choice", stages.operating(), CP, ("choose fort",)),
    Refused("no_combat_card", stages.window, AP, ("play blockade",)),
    Refused("card_used_up", stages.card_laid, AP, ("choose play pleve",)),
    Refused("card_at_another_time", stages.trenches, CP, ("play mustard gas",)),
    Refused("card_does_not_fit", stages.window, AP, ("play severe weather",)),
    Refused("no_units_there", stages.operating(), CP, ("activate essen move",)),
    Refused("all_or_some", stages.moving("koblenz"), CP, ("move all, ge 1 army koblenz to aachen",)),
    Refused("nobody_from_there", lambda: stages.west().redeploy(CP, 8), CP, ("sr ge 1 army koblenz aachen essen",)),
    Refused("not_there", stages.points, CP, ("rp ge corps at essen",)),
    Refused("none_of_them_there", lambda: stages.west().redeploy(CP, 8), CP, ("sr ge corps from berlin to essen",)),
    Refused("no_army_there", stages.moving("koblenz"), CP, ("entrench aachen",)),
    Refused("not_marked_for_movement", lambda: stages.digging("koblenz"), CP, ("entrench metz",)),
    Refused("no_unit_here", stages.moving("koblenz"), CP, ("move ge 1 army aachen ge 2 army frankfurt",)),
    Refused("no_place_here", stages.retreating, AP, ("retreat eliminate paris",)),
    Refused("nothing_behind", stages.operating(), CP, ("choose stop koblenz",)),
    Refused("one_at_a_time", stages.moving("koblenz"), CP, ("choose pick ge 1 army, ge 2 army",)),
    # the moment is wrong
    Refused("not_your_decision", stages.operating(), AP, ("activate verdun attack",)),
    Refused("not_possible_now", stages.rebuilding, CP, ("choose rebuild at paris",)),
    Refused("step_over", lambda: stages.west().redeploy(CP, 4), CP, ("sr ge 1 army berlin", "choose finish")),
    Refused("operation_over", lambda: stages.west().operate(CP, 1), CP, ("move ge 4 army strasbourg", "attack verdun")),
    Refused("wrong_moment", stages.operating(), CP, ("sr ge 1 army berlin",)),
    Refused("cannot_pass", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("done",)),
    Refused(
        "after_chance", lambda: stages.west().any_dice().operate(CP).activate("!metz"), CP, ("attack verdun", "done")
    ),
    Refused("no_ops_left", stages.operating(1), CP, ("activate koblenz move; metz move",)),
    Refused(
        "stack_waits", stages.moving("koblenz", "metz"), CP, ("choose pick ge 1 army", "move ge 4 army strasbourg")
    ),
    Refused("not_together", stages.moving("koblenz", "metz"), CP, ("move ge 1 army, ge 4 army strasbourg",)),
    Refused("nobody_can_attack", stages.moving("!koblenz"), CP, ("attack nancy",)),
    Refused("card_not_in_hand", stages.choosing(CP, "cp_01_guns_of_august"), CP, ("play high seas fleet as ops",)),
    Refused("event_not_playable", stages.choosing(CP, "cp_51_peace_offensive"), CP, ("play peace offensive as event",)),
    Refused("event_only", stages.late_italy, AP, ("play italy as ops",)),
    Refused("no_second_sr", stages.after_uses("sr"), CP, ("play guns of august as sr",)),
    Refused("no_second_rp", stages.after_uses("rp"), CP, ("play guns of august as rp",)),
    Refused(
        "must_open_with_guns",
        lambda: Table("historical", setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP),
        CP,
        ("play guns of august as ops",),
    ),
    Refused(
        "influenza",
        lambda: stages.west().played("ap_65_influenza").hand(AP, "ap_09_moltke").choose(AP),
        AP,
        ("play moltke as rp",),
    ),
    Refused(
        "no_peace_terms", lambda: Table("introductory").put("koblenz", "ge_1_army").choose(CP), CP, ("choose peace",)
    ),
    Refused("no_more_offers", lambda: stages.west().played("ap_40_14_points").choose(CP), CP, ("choose peace",)),
    Refused("peace_not_possible", stages.choosing(CP), CP, ("choose peace",)),
    # activation
    Refused("activated_already", stages.operating(), CP, ("activate koblenz move; koblenz attack",)),
    Refused("stack_out_of_supply", lambda: stages.cut_off().operate(AP), AP, ("activate brussels move",)),
    Refused(
        "desert_in_summer",
        lambda: stages.near_east(6).put("sinai", "br_corps_05").operate(AP),
        AP,
        ("activate sinai attack",),
    ),
    Refused(
        "near_east_limit",
        lambda: stages.near_east(7).put("sinai", "br_corps_05").operate(AP),
        AP,
        ("activate basra attack; sinai attack",),
    ),
    Refused(
        "no_target_in_reach",
        lambda: stages.west().put("essen", "ge_corps_02").operate(CP),
        CP,
        ("activate essen attack",),
    ),
    Refused(
        "too_dear", lambda: stages.west().put("koblenz", "ah_1_army").operate(CP, 1), CP, ("activate koblenz move",)
    ),
    Refused("needs_oberost", lambda: stages.east().operate(CP), CP, ("activate insterberg attack",)),
    # movement
    Refused("not_marked_for_movement", stages.moving("koblenz"), CP, ("move ge 4 army strasbourg",)),
    Refused(
        "moved_already", stages.moving("koblenz", "metz"), CP, ("move ge 1 army frankfurt", "move ge 1 army koblenz")
    ),
    Refused("cannot_move", stages.montenegro, AP, ("choose pick mn corps",)),
    Refused(
        "other_stack_first",
        stages.moving("koblenz", "metz"),
        CP,
        ("choose pick ge 1 army", "choose add ge 4 army metz"),
    ),
    Refused(
        "siege_first",
        stages.siege_begun,
        CP,
        ("choose pick ge corps koblenz", "choose step frankfurt", "choose step kassel"),
    ),
    Refused("siege_open", stages.siege_begun, CP, ("choose finish",)),
    Refused("overstacked_first", stages.crowding, CP, ("move ge 4 army metz koblenz", "choose finish")),
    Refused("no_way_out", stages.shut_in, CP, ("choose pick ge corps konigsberg",)),
    Refused("not_a_space", stages.operating(), CP, ("activate reserve move",)),
    Refused("units_first", stages.moving("!koblenz"), CP, ("choose target sedan",)),
    Refused("too_far", stages.moving("koblenz"), CP, ("move ge 1 army vienna",)),
    Refused(
        "no_way_there",
        lambda: stages.west().put("metz", "ge_corps_02").operate(CP).activate("metz"),
        CP,
        ("move ge corps antwerp",),
    ),
    Refused("enemy_there", stages.moving("koblenz"), CP, ("move ge 1 army sedan",)),
    Refused("neutral_ground", stages.italy_neutral, CP, ("choose pick ge corps", "choose step maggiore")),
    Refused(
        "attack_marker_there",
        lambda: stages.west().operate(CP).activate("koblenz", "!metz"),
        CP,
        ("move ge 1 army metz",),
    ),
    Refused("coast_closed", lambda: stages.coast().operate(CP).activate("brussels"), CP, ("move ge corps ostend",)),
    Refused("fort_needs_siege", stages.moving("aachen"), CP, ("move ge corps liege",)),
    Refused(
        "siege_must_hold",
        lambda: stages.siege().operate(CP).activate("!verdun"),
        CP,
        ("attack bar le duc with 3 ge corps",),
    ),
    Refused(
        "german_forts_closed",
        lambda: stages.konigsberg().operate(AP).activate("insterberg"),
        AP,
        ("move ru 1 army konigsberg",),
    ),
    Refused(
        "line_not_for_it",
        lambda: Table().put("calais", "fr_corps_01").operate(AP).activate("calais"),
        AP,
        ("move fr corps london",),
    ),
    Refused(
        "crossing_closed", lambda: stages.caucasus().operate(AP).activate("caucasus"), AP, ("move ru cau army poti",)
    ),
    Refused("not_its_front", lambda: stages.bef().operate(AP).activate("grenoble"), AP, ("move br bef army turin",)),
    Refused("no_room", lambda: stages.full().operate(CP).activate("aachen"), CP, ("move ge corps aachen koblenz",)),
    Refused("not_adjacent", stages.moving("!koblenz", "!metz"), CP, ("attack verdun from koblenz, metz",)),
    # entrenching
    Refused("no_entrenching_yet", stages.moving("koblenz"), CP, ("entrench ge 1 army",)),
    Refused(
        "one_army_digs",
        lambda: stages.digging("koblenz"),
        CP,
        ("choose pick ge 1 army", "choose add ge 2 army", "choose entrench"),
    ),
    Refused("digs_already", lambda: stages.digging("koblenz"), CP, ("entrench ge 1 army; ge 2 army",)),
    Refused("trench_full", lambda: stages.digging("koblenz", 2), CP, ("entrench ge 1 army",)),
    # attacks
    Refused("nobody_to_attack", stages.moving("!koblenz"), CP, ("attack frankfurt with ge 1 army",)),
    Refused("attacked_already", stages.fought, CP, ("attack verdun",)),
    Refused("all_retreated", stages.fled, CP, ("attack chateau thierry with ge corps",)),
    Refused("unit_attacked_already", stages.fought, CP, ("attack nancy with ge 4 army",)),
    Refused(
        "unit_left_out",
        stages.fought,
        CP,
        ("choose add ge 3 army", "choose release", "attack sedan with ge 3 army"),
    ),
    Refused("not_marked_for_attack", stages.moving("!koblenz"), CP, ("attack verdun with ge 4 army",)),
    # the event attacks from two spaces, and Metz is neither
    Refused(
        "not_marked_for_attack",
        lambda: Table("historical", setup=True, turn=1).hand(CP, "cp_01_guns_of_august").choose(CP),
        CP,
        ("play guns of august as event", "attack sedan from metz koblenz"),
    ),
    Refused("besieged_from_outside", stages.only_fort, CP, ("attack verdun with ge 4 army",)),
    Refused("card_forbids", stages.timid, AP, ("activate lodz attack",)),
    Refused("brest_litovsk", stages.peace_in_the_east, AP, ("activate lodz attack",)),
    Refused(
        "london_alone",
        lambda: stages.channel().operate(AP).activate("!london", "!amiens"),
        AP,
        ("attack calais with br corps from london",),
    ),
    Refused(
        "nobody_joins_london",
        lambda: stages.channel().operate(AP, 1),
        AP,
        ("activate london attack",),
    ),
    Refused(
        "nations_apart",
        lambda: (
            Table()
            .put("cambrai", "ge_1_army")
            .put("amiens", "br_1_army")
            .put("chateau_thierry", "fr_5_army")
            .operate(AP)
            .activate("!amiens", "!chateau_thierry")
        ),
        AP,
        ("attack cambrai from amiens, chateau thierry",),
    ),
    Refused(
        "no_common_target",
        lambda: (
            stages.west().put("posen", "ge_8_army").put("lodz", "ru_1_army").operate(CP).activate("!koblenz", "!posen")
        ),
        CP,
        ("choose add ge 1 army", "choose add ge 8 army"),
    ),
    Refused(
        "neutral_still",
        lambda: Table(turn=9).put("florina", "gr_corps_01").put("paris", "fr_1_army").operate(AP),
        AP,
        ("activate florina move",),
    ),
    Refused("unit_out_of_supply", lambda: stages.cut_off().redeploy(AP, 8), AP, ("sr be 1 army paris",)),
    Refused("was_out_of_supply", stages.beside_a_briton, AP, ("move ru corps to florina",)),
    Refused(
        "not_on_map",
        lambda: stages.west().reserve("ge_corps_05").operate(CP).activate("!koblenz"),
        CP,
        ("attack sedan with ge corps from reserve",),
    ),
    Refused(
        "gathered_cannot", stages.moving("!koblenz", "!metz"), CP, ("choose add ge 1 army", "attack nancy from metz")
    ),
    Refused("nobody_near", stages.operating(), CP, ("attack paris",)),
    Refused("none_of_those", stages.moving_on("koblenz"), CP, ("attack verdun",)),
    Refused("ops_for_some", lambda: stages.west().put("metz", "ge_3_army").operate(CP, 1), CP, ("attack sedan",)),
    Refused("nothing_for_combat", stages.moving("koblenz"), CP, ("attack sedan",)),
    Refused("trenches_first", stages.dug, CP, ("attack verdun",)),
    # losses, retreat, advance
    Refused(
        "losses_over", stages.fight(6, 1), AP, ("lose fr 5 army, fr 5 army, fr 5 army, fr corps, fr corps, fr corps",)
    ),
    Refused("no_fort_fights", stages.fight(6, 1), AP, ("lose fort",)),
    Refused("fort_falls_last", stages.fort_held, AP, ("lose fort",)),
    Refused("not_in_combat", stages.fight(6, 1), AP, ("choose hit fr corps paris",)),
    Refused("loss_too_big", lambda: stages.losses("ge_corps_01", "ge_corps_02", die=4), AP, ("choose hit fr 5 army",)),
    Refused(
        "loss_elsewhere", lambda: stages.losses("ge_1_army", die=2, more="fr_1_army"), AP, ("choose hit fr corps",)
    ),
    Refused("another_retreats", stages.two_fleeing, AP, ("choose pick fr 5 army", "retreat fr corps verdun")),
    Refused("retreated_already", stages.two_fleeing, AP, ("retreat fr 5 army verdun", "retreat fr 5 army verdun")),
    Refused("retreat_open", stages.two_fleeing, AP, ("retreat eliminate fr 5 army",)),
    Refused("one_holds", lambda: stages.two_fleeing(begun=False), AP, ("retreat hold fr 5 army, fr corps",)),
    Refused("whose_step", lambda: stages.two_fleeing(begun=False), AP, ("retreat hold",)),
    Refused("nobody_holds", stages.haig, CP, ("retreat hold",)),
    Refused("cannot_hold", stages.haig, CP, ("retreat hold ge corps",)),
    Refused("retreat_too_far", stages.retreating, AP, ("retreat berlin",)),
    Refused("retreat_back", stages.retreating, AP, ("choose step chateau thierry", "choose step cambrai")),
    Refused("retreat_elsewhere", stages.retreating, AP, ("choose step calais",)),
    Refused("enemy_fort_there", stages.germans_flee, CP, ("choose step verdun",)),
    Refused("reduced_stays", stages.advancing, CP, ("choose add ge 2 army",)),
    Refused("advanced_already", stages.advancing, CP, ("advance ge 1 army cambrai", "choose add ge 1 army")),
    Refused("advance_first", stages.advancing, CP, ("choose add ge 1 army", "choose step amiens")),
    Refused(
        "advance_off_way",
        stages.advancing,
        CP,
        ("choose add ge 1 army", "choose step cambrai", "choose step calais"),
    ),
    # redeployment
    Refused("sr_too_dear", lambda: stages.west().redeploy(CP, 2), CP, ("sr ge 1 army berlin",)),
    Refused("sent_already", lambda: stages.west().redeploy(CP, 8), CP, ("sr ge 1 army essen", "sr ge 1 army aachen")),
    Refused("sr_is_there", lambda: stages.west().redeploy(CP, 8), CP, ("sr ge 1 army koblenz",)),
    Refused("sr_not_friendly", lambda: stages.west().redeploy(CP, 8), CP, ("sr ge 1 army paris",)),
    Refused(
        "sr_needs_kin", lambda: stages.west().reserve("ah_corps_01").redeploy(CP), CP, ("sr ah corps reserve koblenz",)
    ),
    Refused("sr_no_box", lambda: stages.west().redeploy(CP, 8), CP, ("sr ge 1 army reserve",)),
    Refused("sr_no_supply", stages.pocket, CP, ("sr ge 1 army brussels",)),
    Refused("sr_no_way", lambda: stages.greece("florina").redeploy(AP, 8), AP, ("sr br 1 army paris",)),
    Refused("sr_shut_in", lambda: stages.greece().redeploy(AP, 8), AP, ("choose pick br 1 army",)),
    Refused("sr_russians_at_home", stages.romania, AP, ("sr ru corps bucharest",)),
    Refused(
        "sr_near_east", lambda: stages.near_east(7).put("paris", "fr_corps_01").redeploy(AP), AP, ("sr fr corps cairo",)
    ),
    Refused("sr_army_by_sea", lambda: stages.greece("florina").redeploy(AP, 8), AP, ("sr br 1 army marseilles",)),
    Refused("sr_foreign_supply", stages.sofia, CP, ("sr ge corps reserve",)),
    Refused("overstacked_first", stages.overfull, CP, ("sr ge 4 army berlin",)),
    # replacements
    Refused("returns_only", stages.returning, AP, ("rp fr corps at paris",)),
    Refused("never_restored", stages.points_ap, AP, ("rp br bef army",)),
    Refused("full_already", stages.points_ap, AP, ("rp fr 5 army",)),
    Refused("rp_too_dear", stages.points_ap, AP, ("rp it corps",)),
    Refused("capital_taken", lambda: stages.points_ap("paris"), AP, ("rp fr corps",)),
    Refused("nowhere_to_return", stages.points_ap, AP, ("rp be 1 army",)),
    # rules of variants
    *VARIANTS,
    *FIGHTS,
    *LOSSES,
    *SUICIDE,
    # goals that are not reached, insufficient points
    *GOALS,
)
