/* Training the net of net.h by Adam, with floating-point numbers. */

typedef struct {
    int inputs, hidden, outputs; /* a row of `first` has hidden + outputs lanes */
    float *first, *bias, *second;
} FloatNet;

static void forward(const FloatNet *net, const uint16_t *list, int count, float *lanes, float *out) {
    int width = net->hidden + net->outputs;
    for (int i = 0; i < width; i++) lanes[i] = net->bias[i];
    for (int k = 0; k < count; k++) {
        const float *row = net->first + (long)list[k] * width;
        for (int i = 0; i < width; i++) lanes[i] += row[i];
    }
    for (int o = 0; o < net->outputs; o++) out[o] = lanes[net->hidden + o];
    for (int i = 0; i < net->hidden; i++) {
        float h = lanes[i] < 0 ? 0 : lanes[i] > 1 ? 1 : lanes[i];
        for (int o = 0; o < net->outputs; o++) out[o] += h * net->second[i * net->outputs + o];
    }
}

static double chances_of(const float *out, int n, float *chances) {
    float most = out[0], whole = 0;
    for (int i = 1; i < n; i++) if (out[i] > most) most = out[i];
    for (int i = 0; i < n; i++) whole += chances[i] = expf(out[i] - most);
    for (int i = 0; i < n; i++) chances[i] /= whole;
    return most + logf(whole);
}

/* Train the net towards target chances, on positions in a given order. */
void train_net(float *parameters, float *mean, float *square, int inputs, int hidden, int outputs,
                const uint16_t *lists, const uint16_t *counts, const float *targets, const int *order, int stride,
                long positions, int batch, float rate, float decay, long *step, long steps) {
    int width = hidden + outputs;
    long size = (long)inputs * width + width + hidden * outputs;
    FloatNet net = {inputs, hidden, outputs, parameters, parameters + (long)inputs * width, 0};
    net.second = net.bias + width;
    float *slope = calloc(size, sizeof *slope), *first = slope;
    float *bias = slope + (long)inputs * width, *second = bias + width;
    for (long from = 0; from + batch <= positions; from += batch) {
        memset(slope, 0, size * sizeof *slope);
        for (int b = 0; b < batch; b++) {
            long p = order[from + b];
            float lanes[MAX_LANES], out[PLAYERS], chances[PLAYERS], error[MAX_LANES];
            const uint16_t *list = lists + p * stride;
            forward(&net, list, counts[p], lanes, out);
            chances_of(out, outputs, chances);
            for (int o = 0; o < outputs; o++) error[hidden + o] = (chances[o] - targets[p * outputs + o]) / batch;
            for (int i = 0; i < hidden; i++) {
                float h = lanes[i] < 0 ? 0 : lanes[i] > 1 ? 1 : lanes[i];
                error[i] = 0;
                for (int o = 0; o < outputs; o++) {
                    second[i * outputs + o] += h * error[hidden + o];
                    if (lanes[i] > 0 && lanes[i] < 1) error[i] += net.second[i * outputs + o] * error[hidden + o];
                }
            }
            for (int i = 0; i < width; i++) bias[i] += error[i];
            for (int k = 0; k < counts[p]; k++) {
                float *row = first + (long)list[k] * width;
                for (int i = 0; i < width; i++) row[i] += error[i];
            }
        }
        ++*step;
        float now = rate * (1 - (float)(*step - 1) / steps) + 1e-5f;
        float fix = 1 / (1 - powf(0.9f, *step)), fix2 = 1 / (1 - powf(0.999f, *step));
        for (long i = 0; i < size; i++) {
            mean[i] += 0.1f * (slope[i] - mean[i]);
            square[i] += 0.001f * (slope[i] * slope[i] - square[i]);
            parameters[i] -= now * (mean[i] * fix / (sqrtf(square[i] * fix2) + 1e-8f) + decay * parameters[i]);
        }
    }
    free(slope);
}
