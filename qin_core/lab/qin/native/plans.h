/* Values of one space on every square and of a double tile on every place: players/layer.py and plan.py. */

static void add(Plan *plan, Places places, double change) {
    EACH(places.along, square) plan->value[ALONG + square] += change;
    EACH(places.upright, square) plan->value[UPRIGHT + square] += change;
}

static void note_gains(Plan *plan, const Touch *touch) {
    for (int player = 0; player < PLAYERS; player++)
        if (touch->gain[player] > plan->gained[player]) plan->gained[player] = touch->gain[player];
}

/* Value places that touch one province or none (-1): growth or founding, and what comes near by it. */
static void plan_area(Evaluator *o, ValuedLayer *layer, Plan *plan, int number, Places area, int spaces) {
    const Scale *scale = &o->scale;
    int owner = o->st->mover, size = spaces, pagodas = 1;
    int8_t linked[MOST_IN_LAYER];
    Touch *touch = &plan->touches[plan->count];
    memset(linked, -1, sizeof linked);
    memset(touch, 0, sizeof *touch);
    double value = 0;
    if (number < 0) {
        value = scale->open[owner][size];
        touch->gain[owner] = 1;
    } else {
        const ValuedProvince *one = &layer->province[number];
        owner = one->owner;
        size = one->size + spaces < MAJOR_SIZE ? one->size + spaces : MAJOR_SIZE;
        pagodas = size == MAJOR_SIZE ? 2 : 1;
        value = scale->open[owner][size] - one->worth;
        touch->gain[owner] = pagodas - one->pagodas;
        touch->own_lanes = one->lanes;
        for (int k = 0; k < one->links; k++) {
            const Link *link = &one->link[k];
            const ValuedProvince *other = &layer->province[link->other];
            linked[link->other] = link->link;
            value -= link->value;
            if (pagodas == 1 || other->pagodas == 1)
                value += pair_value(scale, owner, size, other->owner, other->size, link->link);
        }
        if (pagodas > one->pagodas && one->lanes) {
            touch->changed = one->lanes;
            touch->beside[touch->count++] = (Beside){one->lanes, owner, 1};
            value += villages(o, one->lanes, touch->beside, 1, touch->gain);
        }
    }
    touch->ring_owner = owner;
    touch->ring_pagodas = pagodas;
    note_gains(plan, touch);
    add(plan, area, value);
    EACH(area.along, square) plan->touch[ALONG + square] = plan->count;
    EACH(area.upright, square) plan->touch[UPRIGHT + square] = plan->count;
    plan->count++;
    for (int i = 0; i < layer->provinces; i++) {
        const ValuedProvince *other = &layer->province[i];
        if (linked[i] == 1 || other->owner == owner || (pagodas == 2 && other->pagodas == 2)) continue;
        Places reached = p_both(spaces == 1 ? squares_only(other->far) : other->far_places, area);
        if (!p_any(reached)) continue;
        Places close = p_both(spaces == 1 ? squares_only(other->wide) : other->wide_places, area);
        double by_one = pair_value(scale, owner, size, other->owner, other->size, 1);
        double by_two = pair_value(scale, owner, size, other->owner, other->size, 0);
        if (linked[i] == 0) {
            add(plan, close, by_one - by_two);
        } else {
            add(plan, close, by_one);
            add(plan, p_without(reached, close), by_two);
        }
    }
    if (!p_any(p_both(spaces == 1 ? squares_only(o->board->any_ring) : o->board->any_ring_places, area))) return;
    for (int lane = 0; lane < o->board->villages; lane++) {
        Places ring = p_both(spaces == 1 ? squares_only(o->board->rings[lane]) : o->board->ring_places[lane], area);
        if (touch->own_lanes >> lane & 1 || !p_any(ring)) continue;
        Beside more = {1u << lane, owner, pagodas};
        int8_t gain[PLAYERS] = {0};
        add(plan, ring, villages(o, more.lanes, &more, 1, gain));
        plan->rings++;
    }
}

static void start_plan(Plan *plan) {
    memset(plan->value, 0, sizeof plan->value);
    memset(plan->touch, -1, sizeof plan->touch);
    memset(plan->gained, 0, sizeof plan->gained);
    plan->count = plan->rings = 0;
    plan->made = 1;
}

static void plan_covered(Evaluator *o, int colour, Plan *plan, int spaces) {
    for (int other = 0; other < 3; other++) {
        ValuedLayer *layer = &o->layer[other];
        if (other == colour) continue;
        find_cover(o, layer);
        EACH(layer->covered, square) {
            Places places = spaces == 1 ? squares_only(only(square)) : p_both(ending_in(only(square)), o->places);
            add(plan, places, layer->cover[square]);
        }
    }
}

static void plan_special(Evaluator *o, ValuedLayer *layer, Plan *plan, int at, Set added, Set near, uint32_t lanes) {
    Touch *touch = &plan->touches[plan->count];
    plan->value[at] += effect(o, layer, added, near, lanes, touch);
    plan->touch[at] = plan->count++;
    note_gains(plan, touch);
}

static Plan *singles(Evaluator *o, int colour) {
    ValuedLayer *layer = &o->layer[colour];
    Plan *plan = &layer->single;
    Set free = o->st->free, once = none(), twice = none();
    if (plan->made) return plan;
    start_plan(plan);
    for (int i = 0; i < layer->provinces; i++) {
        twice = either(twice, both(once, layer->province[i].room));
        once = either(once, layer->province[i].room);
    }
    Set special = both(either(twice, spread(layer->loose)), free);
    add(plan, squares_only(without(free, either(once, special))), o->scale.row[o->scale.turn][SINGLE]);
    for (int i = 0; i < layer->provinces; i++) {
        Set area = without(layer->province[i].room, special);
        if (any(area)) plan_area(o, layer, plan, i, squares_only(area), 1);
    }
    EACH(special, square)
        plan_special(o, layer, plan, square, only(square), o->board->near[square], o->board->lanes[square]);
    plan_covered(o, colour, plan, 1);
    return plan;
}

static void plan_special_tiles(Evaluator *o, ValuedLayer *layer, Plan *plan, Set lows, int way, int step) {
    const Board *board = o->board;
    EACH(lows, low) {
        int high = low + step;
        Set near = either(board->near[low], board->near[high]);
        uint32_t lanes = board->lanes[low] | board->lanes[high];
        plan_special(o, layer, plan, way + low, either(only(low), only(high)), near, lanes);
    }
}

static Plan *doubles(Evaluator *o, int colour) {
    ValuedLayer *layer = &o->layer[colour];
    Plan *plan = &layer->twice;
    Places touching[MOST_IN_LAYER], once = squares_only(none()), twice = once;
    if (plan->made) return plan;
    start_plan(plan);
    for (int i = 0; i < layer->provinces; i++) {
        ValuedProvince *one = &layer->province[i];
        one->far_places = ending_in(one->far);
        one->wide_places = ending_in(one->wide);
        touching[i] = p_both(ending_in(one->room), o->places);
        twice = p_either(twice, p_both(once, touching[i]));
        once = p_either(once, touching[i]);
    }
    Places special = p_both(p_either(twice, ending_in(both(spread(layer->loose), o->st->free))), o->places);
    for (int i = 0; i < layer->provinces; i++) {
        Places area = p_without(touching[i], special);
        if (p_any(area)) plan_area(o, layer, plan, i, area, 2);
    }
    Places alone = p_without(o->places, p_either(once, special));
    if (p_any(alone)) plan_area(o, layer, plan, -1, alone, 2);
    plan_special_tiles(o, layer, plan, special.along, ALONG, 1);
    plan_special_tiles(o, layer, plan, special.upright, UPRIGHT, STRIDE);
    plan_covered(o, colour, plan, 2);
    return plan;
}
